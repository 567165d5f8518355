#include "ocelli/core/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

namespace ocelli::internal::random_test {
namespace {

TEST(Random, DrawsThePublishedSequenceOfSplitMix64) {
  Random zero(0);
  EXPECT_EQ(zero.bits(), 0xE220A8397B1DCDAFull);
  EXPECT_EQ(zero.bits(), 0x6E789E6AA1B965F4ull);
  EXPECT_EQ(zero.bits(), 0x06C45D188009454Full);

  Random seeded(1234567);
  EXPECT_EQ(seeded.bits(), 6457827717110365317ull);
  EXPECT_EQ(seeded.bits(), 3203168211198807973ull);
}

TEST(Random, UniformStaysBelowOneWithTheRightMoments) {
  constexpr int kDraws = 100000;
  Random random(1);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double value = random.uniform();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / kDraws, 0.5, 0.005);
  EXPECT_NEAR(squares / kDraws, 1.0 / 3.0, 0.005);
}

TEST(Random, UniformOfARangeStaysInIt) {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const double value = random.uniform(-3.0, 5.0);
    ASSERT_GE(value, -3.0);
    ASSERT_LT(value, 5.0);
  }
}

// Chi-squared with 6 degrees of freedom: one seed in a thousand exceeds 22.46 by chance.
TEST(Random, BelowIsUniform) {
  constexpr std::uint64_t kBins = 7;
  constexpr int kDraws = 70000;
  std::array<int, kBins> counts{};
  Random random(3);
  for (int i = 0; i < kDraws; ++i) ++counts.at(random.below(kBins));
  const double expected = static_cast<double>(kDraws) / kBins;
  double chi_squared = 0;
  for (const int count : counts) chi_squared += (count - expected) * (count - expected) / expected;
  EXPECT_LT(chi_squared, 22.46);
}

TEST(Random, BelowOneIsAlwaysZero) {
  Random random(4);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(random.below(1), 0u);
}

// A plain remainder would fall into the lowest third half of the time.
TEST(Random, BelowHasNoBiasAtTheLargestCounts) {
  constexpr std::uint64_t kCount = 3ull << 62;
  constexpr int kDraws = 20000;
  Random random(5);
  int low = 0;
  for (int i = 0; i < kDraws; ++i) low += random.below(kCount) < kCount / 3 ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(low) / kDraws, 1.0 / 3.0, 0.015);
}

TEST(Random, NormalHasMeanZeroAndVarianceOne) {
  constexpr int kDraws = 100000;
  Random random(6);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double value = random.normal();
    ASSERT_TRUE(std::isfinite(value));
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / kDraws, 0.0, 0.015);
  EXPECT_NEAR(squares / kDraws, 1.0, 0.02);
}

TEST(Hash, DependsOnTheSeedOnEveryKeyAndOnTheirOrder) {
  const std::set<std::uint64_t> values{hash(1, {}),     hash(2, {}),     hash(1, {0}),   hash(1, {0, 0}),
                                       hash(1, {1, 2}), hash(1, {2, 1}), hash(2, {1, 2})};
  EXPECT_EQ(values.size(), 7u);
  EXPECT_EQ(hash(1, {1, 2}), hash(1, {1, 2}));
}

TEST(Hash, SpreadsNeighboringKeysOverAllBits) {
  constexpr int kKeys = 10000;
  std::array<int, 64> ones{};
  for (std::uint64_t key = 0; key < kKeys; ++key) {
    const std::uint64_t value = hash(9, {key});
    for (std::size_t bit = 0; bit < ones.size(); ++bit) ones.at(bit) += static_cast<int>(value >> bit & 1u);
  }
  EXPECT_THAT(ones, testing::Each(testing::AllOf(testing::Gt(kKeys * 0.47), testing::Lt(kKeys * 0.53))));
}

TEST(Permutation, HoldsEveryNumberOnce) {
  std::vector<std::uint32_t> order = permutation(1000, 7);
  std::vector<std::uint32_t> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 0u);
  EXPECT_NE(order, numbers);
  EXPECT_THAT(order, testing::UnorderedElementsAreArray(numbers));
}

TEST(Permutation, IsFixedByItsSeed) {
  EXPECT_EQ(permutation(100, 8), permutation(100, 8));
  EXPECT_NE(permutation(100, 8), permutation(100, 9));
}

TEST(Permutation, OfNoneOrOneIsTrivial) {
  EXPECT_TRUE(permutation(0, 1).empty());
  EXPECT_THAT(permutation(1, 1), testing::ElementsAre(0u));
}

TEST(Permutation, PutsEachNumberFirstEquallyOften) {
  std::array<int, 4> first{};
  for (std::uint64_t seed = 0; seed < 4000; ++seed) ++first.at(permutation(4, seed).front());
  EXPECT_THAT(first, testing::Each(testing::AllOf(testing::Gt(880), testing::Lt(1120))));
}

}  // namespace
}  // namespace ocelli::internal::random_test
