#include "ocelli/boosting/pools/stump_pool.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "boosting/plain_gains.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/features/feature_set.hpp"

namespace ocelli::internal::stump_pool_test {
namespace {

/// Values with many ties, and an input that never changes.
Samples tied_samples(std::size_t count) {
  Samples samples = test::random_samples(count, 4, 3, 1);
  samples.values = (samples.values * 3).array().round();
  samples.values.col(2).setConstant(7);
  return samples;
}

/// Every threshold between two different values of an input among the first `covered` samples.
std::vector<Candidate> plain_leaders(const Samples& samples, const ClassTable& residuals) {
  std::vector<Candidate> all;
  for (std::uint64_t input = 0; input < samples.width(); ++input) {
    std::set<float> values;
    for (std::size_t i = 0; i < residuals.samples(); ++i) values.insert(samples.row(i)[input]);
    for (const float min : values) {
      if (min == *values.rbegin()) break;
      std::uint64_t below = 0;
      for (std::size_t i = 0; i < samples.count(); ++i) below += samples.row(i)[input] <= min;
      double gain = 0;
      for (std::size_t c = 0; c < residuals.classes(); ++c) {
        double sum = 0;
        for (std::size_t i = 0; i < residuals.samples(); ++i) {
          if (samples.row(i)[input] <= min) sum += residuals.of(c)[i];
        }
        gain += std::abs(sum);
      }
      all.push_back({input << 32 | below, gain / static_cast<double>(residuals.samples())});
    }
  }
  return best_candidates(all, all.size(), {});
}

void expect_like(std::span<const Candidate> found, std::span<const Candidate> expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].group, expected[i].group);
    EXPECT_NEAR(found[i].gain, expected[i].gain, 1e-9);
  }
}

TEST(StumpPool, RanksAllThresholdsOfContinuousInputs) {
  const Samples samples = test::random_samples(150, 5, 4, 2);
  const ClassTable residuals = test::random_residuals(4, 150, 3);
  expect_like(StumpPool(samples).leaders(residuals, 10000, {}), plain_leaders(samples, residuals));
}

TEST(StumpPool, CutsOnlyBetweenDifferentValues) {
  const Samples samples = tied_samples(200);
  const ClassTable residuals = test::random_residuals(3, 200, 4);
  expect_like(StumpPool(samples).leaders(residuals, 10000, {}), plain_leaders(samples, residuals));
}

// The largest value of all is among them: a cut above all of them would tell nothing, and plain_leaders has
// none.
TEST(StumpPool, AgreesOnTheFirstSamplesWhenResidualsCoverNoMore) {
  Samples samples = test::random_samples(120, 3, 3, 5);
  samples.values.row(17).setConstant(100);
  const ClassTable residuals = test::random_residuals(3, 70, 6);
  expect_like(StumpPool(samples).leaders(residuals, 10000, {}), plain_leaders(samples, residuals));
}

TEST(StumpPool, LeadersAreTheBestOfAllInputsWithoutTheTaken) {
  const Samples samples = test::random_samples(100, 6, 3, 7);
  const ClassTable residuals = test::random_residuals(3, 100, 8);
  const StumpPool pool(samples);
  const auto all = plain_leaders(samples, residuals);
  std::vector<std::uint64_t> taken{all[0].group, all[1].group, all[3].group};
  std::ranges::sort(taken);
  const auto found = pool.leaders(residuals, 3, taken);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].group, all[2].group);
  EXPECT_EQ(found[1].group, all[4].group);
  EXPECT_EQ(found[2].group, all[5].group);
}

TEST(StumpPool, WritesWhatItsFeaturesRespond) {
  const Samples samples = tied_samples(90);
  const StumpPool pool(samples);
  const ClassTable residuals = test::random_residuals(3, 90, 9);
  std::vector<std::uint64_t> groups;
  for (const Candidate& candidate : pool.leaders(residuals, 10000, {})) groups.push_back(candidate.group);
  const BinnedResponses expected = respond(pool.features(groups), samples);
  BinnedResponses columns(groups.size(), samples.count(), 256);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    pool.write(groups[g], columns, g);
    ASSERT_TRUE(std::ranges::equal(columns.of(g), expected.of(g)));
    EXPECT_EQ(columns.binning(g), expected.binning(g));
  }
}

TEST(StumpPool, TellsNeighboringFloatsApart) {
  Samples samples = test::random_samples(2, 1, 2, 10);
  samples.values << 1, std::nextafter(1.0f, 2.0f);
  const StumpPool pool(samples);
  const std::vector<std::uint64_t> only{1};
  const BinnedResponses responses = respond(pool.features(only), samples);
  EXPECT_THAT(responses.of(0), testing::ElementsAre(255, 0));
}

TEST(StumpPool, RanksAlikeForAnyNumberOfThreads) {
  const Samples samples = test::random_samples(2000, 20, 5, 11);
  const ClassTable residuals = test::random_residuals(5, 2000, 12);
  const auto act = [&] { return StumpPool(samples).leaders(residuals, 100, {}); };
  EXPECT_EQ(test::with_threads(1, act), test::with_threads(3, act));
}

}  // namespace
}  // namespace ocelli::internal::stump_pool_test
