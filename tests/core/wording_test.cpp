#include "ocelli/core/wording.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ocelli::internal::wording_test {
namespace {

const std::vector<std::string> kOptions = {"min-size", "min-neighbors", "min-score", "max-size", "stages"};

TEST(CountOf, HasTheNounInItsForm) {
  EXPECT_EQ(count_of(0, "image"), "0 images");
  EXPECT_EQ(count_of(1, "image"), "1 image");
  EXPECT_EQ(count_of(2, "image"), "2 images");
  EXPECT_EQ(count_of(1, "class", "classes"), "1 class");
  EXPECT_EQ(count_of(2, "class", "classes"), "2 classes");
}

TEST(EitherOf, JoinsNamesAsASentenceDoes) {
  EXPECT_EQ(either_of({}), "");
  EXPECT_EQ(either_of(std::vector<std::string>{"a"}), "a");
  EXPECT_EQ(either_of(std::vector<std::string>{"a", "b"}), "a or b");
  EXPECT_EQ(either_of(std::vector<std::string>{"a", "b", "c"}), "a, b or c");
}

TEST(NearestName, ForgivesSlipsSwapsMarksAndCase) {
  EXPECT_EQ(nearest_name("--minsize", kOptions), "min-size");
  EXPECT_EQ(nearest_name("min_size", kOptions), "min-size");
  EXPECT_EQ(nearest_name("minNeighbors", kOptions), "min-neighbors");
  EXPECT_EQ(nearest_name("numStages", kOptions), "stages");
  EXPECT_EQ(nearest_name("satges", kOptions), "stages");
  EXPECT_EQ(nearest_name("min-nei", kOptions), "min-neighbors") << "the only one that begins so";
  EXPECT_EQ(nearest_name("min", kOptions), "") << "several begin so";
  const std::vector<std::string> swapped = {"ba", "xy"};
  EXPECT_EQ(nearest_name("ab", swapped), "ba") << "two letters that are swapped are one slip";
}

TEST(NearestName, IsNoneWhereNothingIsNear) {
  EXPECT_EQ(nearest_name("--wrong", kOptions), "");
  EXPECT_EQ(nearest_name("", kOptions), "");
  EXPECT_EQ(nearest_name("--", kOptions), "");
  EXPECT_EQ(nearest_name(std::string(100'000, 'm'), kOptions), "");
  EXPECT_EQ(nearest_name("min-size", {}), "");
}

TEST(NearestName, IsTheFirstOfEquallyNearOnes) {
  EXPECT_EQ(nearest_name("mix-size", kOptions), "min-size");
  EXPECT_EQ(nearest_name("max-size", kOptions), "max-size");
}

TEST(DidYouMean, AsksOnlyWhereThereIsAName) {
  EXPECT_EQ(did_you_mean("detect"), "; did you mean 'detect'?");
  EXPECT_EQ(did_you_mean(""), "");
}

}  // namespace
}  // namespace ocelli::internal::wording_test
