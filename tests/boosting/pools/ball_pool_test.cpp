#include "ocelli/boosting/pools/ball_pool.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "boosting/plain_gains.hpp"
#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/features/feature_set.hpp"

namespace ocelli::internal::ball_pool_test {
namespace {

BallPool pool_of(const Samples& samples,
                 const BallPoolOptions& options = {.components = 17, .centers = 9, .radii = 6}) {
  return {samples, ball_candidates(samples, options)};
}

double mean_residual(const ClassTable& residuals) {
  double sum = 0;
  for (std::size_t c = 0; c < residuals.classes(); ++c) {
    for (const float r : residuals.of(c)) sum += std::abs(r);
  }
  return sum / static_cast<double>(residuals.samples());
}

void expect_gains_like_plain_ones(const BallPool& pool, const ClassTable& residuals) {
  const std::size_t groups = pool.candidates().groups();
  const std::vector<Candidate> found = pool.leaders(residuals, groups, {});
  ASSERT_EQ(found.size(), groups);
  const double most_off = BallPool::kNeglected * mean_residual(residuals) * static_cast<double>(pool.width());
  for (const Candidate& candidate : found) {
    EXPECT_NEAR(candidate.gain, test::plain_gain(pool, candidate.group, residuals), most_off);
  }
}

TEST(BallPool, WeighsEveryBallByItsGradient) {
  const Samples samples = test::random_samples(400, 17, 5, 1);
  expect_gains_like_plain_ones(pool_of(samples), test::random_residuals(5, 400, 2));
}

TEST(BallPool, WeighsProjectedSamplesToo) {
  const Samples samples = test::random_samples(300, 12, 3, 3);
  expect_gains_like_plain_ones(pool_of(samples, {.components = 4, .centers = 5, .radii = 8}),
                               test::random_residuals(3, 300, 4));
}

TEST(BallPool, LooksAtTheFirstSamplesWhenResidualsCoverNoMore) {
  const Samples samples = test::random_samples(300, 6, 3, 5);
  expect_gains_like_plain_ones(pool_of(samples), test::random_residuals(3, 123, 6));
}

TEST(BallPool, TakesBallsInAnyOrder) {
  const Samples samples = test::random_samples(200, 5, 3, 7);
  const BallFeatures candidates = ball_candidates(samples, {.centers = 4, .radii = 5});
  std::vector<std::uint32_t> mixed = permutation(20, 8);
  expect_gains_like_plain_ones(BallPool(samples, candidates.select(mixed)),
                               test::random_residuals(3, 200, 9));
}

TEST(BallPool, LeavesOutTheTaken) {
  const Samples samples = test::random_samples(200, 5, 3, 10);
  const BallPool pool = pool_of(samples);
  const ClassTable residuals = test::random_residuals(3, 200, 11);
  const auto all = pool.leaders(residuals, 3, {});
  const std::vector<std::uint64_t> taken{all[1].group};
  EXPECT_THAT(pool.leaders(residuals, 2, taken), testing::ElementsAre(all[0], all[2]));
}

TEST(BallPool, WritesWhatItsFeaturesRespond) {
  const Samples samples = test::random_samples(150, 10, 3, 12);
  const BallPool pool = pool_of(samples, {.components = 4, .centers = 5, .radii = 3});
  const BinnedResponses expected = respond(pool.candidates(), samples);
  BinnedResponses columns(pool.width() + 2, samples.count(), 256);
  for (std::size_t g = 0; g < pool.candidates().groups(); ++g) {
    pool.write(g, columns, 2);
    for (std::size_t j = 0; j < pool.width(); ++j) {
      ASSERT_TRUE(std::ranges::equal(columns.of(2 + j), expected.of(g * pool.width() + j)));
      EXPECT_EQ(columns.binning(2 + j), expected.binning(g * pool.width() + j));
    }
  }
}

TEST(BallPool, RanksAlikeForAnyNumberOfThreads) {
  const Samples samples = test::random_samples(2000, 20, 4, 13);
  const ClassTable residuals = test::random_residuals(4, 2000, 14);
  const auto act = [&] {
    return pool_of(samples, {.components = 10, .centers = 20, .radii = 10}).leaders(residuals, 200, {});
  };
  EXPECT_EQ(test::with_threads(1, act), test::with_threads(3, act));
}

TEST(BallPool, RefusesTooManyBallsOfAnAnchorAndSamplesOfAnotherWidth) {
  const Samples samples = test::random_samples(50, 3, 2, 15);
  const BallFeatures candidates = ball_candidates(samples, {.centers = 2, .radii = 255});
  std::vector<std::uint32_t> twice(510);
  std::iota(twice.begin(), twice.begin() + 255, 0);
  std::iota(twice.begin() + 255, twice.end(), 0);
  EXPECT_EQ(test::error_of([&] { BallPool(samples, candidates.select(twice)); }).kind(), Kind::usage);
  EXPECT_EQ(test::error_of([&] { BallPool(test::random_samples(50, 4, 2, 1), candidates); }).kind(),
            Kind::input);
}

}  // namespace
}  // namespace ocelli::internal::ball_pool_test
