#include "ocelli/samples/split.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::split_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Split, IsAPartitionByWholeBlocks) {
  const Split split = split_by_blocks(1003, {.validation_share = 0.25, .block = 10, .seed = 5});
  std::vector<std::uint32_t> all;
  std::ranges::merge(split.training, split.validation, std::back_inserter(all));
  ASSERT_THAT(all, SizeIs(1003));
  for (std::uint32_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], i);
  EXPECT_NEAR(static_cast<double>(split.validation.size()), 250, 10);
  for (const std::uint32_t item : split.validation) {
    const std::uint32_t first = item / 10 * 10;
    EXPECT_TRUE(std::ranges::binary_search(split.validation, first)) << item;
  }
}

TEST(Split, DependsOnTheSeedAlone) {
  const SplitOptions options{.validation_share = 0.5, .block = 4, .seed = 9};
  EXPECT_EQ(split_by_blocks(200, options), split_by_blocks(200, options));
  SplitOptions other = options;
  other.seed = 10;
  EXPECT_NE(split_by_blocks(200, options), split_by_blocks(200, other));
}

TEST(Split, LeavesBothPartsSomethingWhereItCan) {
  EXPECT_THAT(split_by_blocks(100, {.validation_share = 0.001, .block = 10}).validation, SizeIs(10));
  EXPECT_THAT(split_by_blocks(100, {.validation_share = 0.999, .block = 10}).training, SizeIs(10));
  const Split small = split_by_blocks(9, {.validation_share = 0.5, .block = 64});
  EXPECT_THAT(small.training, testing::Not(IsEmpty()));
  EXPECT_THAT(small.validation, testing::Not(IsEmpty()));
  EXPECT_THAT(split_by_blocks(1, {}).training, ElementsAre(0u));
  EXPECT_THAT(split_by_blocks(0, {}).training, IsEmpty());
  EXPECT_THAT(split_by_blocks(100, {.validation_share = 0}).validation, IsEmpty());
}

TEST(Split, RefusesOptionsWithoutSense) {
  EXPECT_THROW(split_by_blocks(10, {.validation_share = 1}), Error);
  EXPECT_THROW(split_by_blocks(10, {.validation_share = -0.1}), Error);
  EXPECT_THROW(split_by_blocks(10, {.block = 0}), Error);
}

}  // namespace
}  // namespace ocelli::internal::split_test
