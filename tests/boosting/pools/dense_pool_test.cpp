#include "ocelli/boosting/pools/dense_pool.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "boosting/plain_gains.hpp"
#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::dense_pool_test {
namespace {

/// Columns of bytes with ranges of their own.
BinnedResponses random_columns(std::size_t columns, std::size_t samples) {
  Random random(5);
  BinnedResponses responses(columns, samples, 256);
  for (std::size_t c = 0; c < columns; ++c) {
    const double high = random.uniform(0.1, 3), low = random.uniform(-2, 0);
    responses.binning(c) = Binning::bytes(static_cast<float>(low), static_cast<float>(high));
    for (std::uint8_t& byte : responses.of(c)) byte = static_cast<std::uint8_t>(random.below(256));
  }
  return responses;
}

std::vector<std::uint64_t> first_groups(std::size_t count) {
  std::vector<std::uint64_t> groups(count);
  std::iota(groups.begin(), groups.end(), 0);
  return groups;
}

void expect_like(std::span<const Candidate> found, std::span<const Candidate> expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].group, expected[i].group);
    EXPECT_NEAR(found[i].gain, expected[i].gain, 1e-5 * expected[i].gain);
  }
}

// More samples and more columns than one block holds, and odd numbers of both.
TEST(DensePool, RanksColumnsByTheirGradients) {
  const BinnedResponses responses = random_columns(133, 4999);
  const DensePool pool(responses);
  const ClassTable residuals = test::random_residuals(7, 4999, 1);
  expect_like(pool.leaders(residuals, 133, {}), test::plain_leaders(pool, first_groups(133), residuals));
}

TEST(DensePool, AddsUpTheGradientsOfAGroup) {
  const BinnedResponses responses = random_columns(30, 500);
  const DensePool pool(responses, 3);
  const ClassTable residuals = test::random_residuals(4, 500, 2);
  expect_like(pool.leaders(residuals, 10, {}), test::plain_leaders(pool, first_groups(10), residuals));
}

TEST(DensePool, LooksAtTheFirstSamplesWhenResidualsCoverNoMore) {
  const BinnedResponses responses = random_columns(20, 300);
  const DensePool pool(responses);
  const ClassTable residuals = test::random_residuals(3, 211, 3);
  expect_like(pool.leaders(residuals, 20, {}), test::plain_leaders(pool, first_groups(20), residuals));
}

TEST(DensePool, LeavesOutTheTaken) {
  const BinnedResponses responses = random_columns(20, 300);
  const DensePool pool(responses);
  const ClassTable residuals = test::random_residuals(3, 300, 4);
  const auto all = pool.leaders(residuals, 4, {});
  std::vector<std::uint64_t> taken{all[0].group, all[2].group};
  std::ranges::sort(taken);
  EXPECT_THAT(pool.leaders(residuals, 2, taken), testing::ElementsAre(all[1], all[3]));
}

TEST(DensePool, WritesAGroupWithItsBinnings) {
  const BinnedResponses responses = random_columns(6, 40);
  BinnedResponses columns(5, 40, 256);
  DensePool(responses, 2).write(2, columns, 3);
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_TRUE(std::ranges::equal(columns.of(3 + j), responses.of(4 + j)));
    EXPECT_EQ(columns.binning(3 + j), responses.binning(4 + j));
  }
}

TEST(DensePool, RanksAlikeForAnyNumberOfThreads) {
  const BinnedResponses responses = random_columns(500, 5000);
  const DensePool pool(responses);
  const ClassTable residuals = test::random_residuals(5, 5000, 6);
  const auto act = [&] { return pool.leaders(residuals, 500, {}); };
  EXPECT_EQ(test::with_threads(1, act), test::with_threads(3, act));
}

TEST(DensePool, RefusesPartsOfGroups) {
  const BinnedResponses responses = random_columns(7, 10);
  EXPECT_EQ(test::error_of([&] { DensePool(responses, 2); }).kind(), Kind::usage);
  EXPECT_EQ(test::error_of([&] { DensePool(responses, 0); }).kind(), Kind::usage);
}

}  // namespace
}  // namespace ocelli::internal::dense_pool_test
