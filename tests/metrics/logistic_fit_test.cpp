#include "ocelli/metrics/logistic_fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "ocelli/core/random.hpp"

namespace ocelli::internal::logistic_fit_test {
namespace {

double probability(const LogisticWeights& weights, const LogisticSample& x) {
  return 1 / (1 + std::exp(-(weights.first * x.first + weights.second * x.second + weights.offset)));
}

/// Samples whose classes are drawn with the probabilities of these weights.
std::vector<LogisticSample> drawn(const LogisticWeights& truth, int count) {
  Random random(3);
  std::vector<LogisticSample> samples;
  for (int i = 0; i < count; ++i) {
    LogisticSample sample{random.normal(), random.uniform(0, 4)};
    sample.positive = random.uniform() < probability(truth, sample);
    samples.push_back(sample);
  }
  return samples;
}

TEST(FitLogistic, FindsTheWeightsThatDrewTheClasses) {
  const LogisticWeights found = fit_logistic(drawn({2, 0.7, -1.5}, 40'000));
  EXPECT_NEAR(found.first, 2, 0.1);
  EXPECT_NEAR(found.second, 0.7, 0.05);
  EXPECT_NEAR(found.offset, -1.5, 0.1);
}

TEST(FitLogistic, BalancesProbabilitiesWithClasses) {
  // At the largest likelihood the probabilities sum up to what they are fitted to, and so, weighed by each
  // input, do they.
  const auto samples = drawn({1, 0.5, 0}, 500);
  const auto positives = static_cast<double>(std::ranges::count_if(samples, &LogisticSample::positive));
  const double of_positive = (positives + 1) / (positives + 2), of_negative = 1 / (500 - positives + 2);
  const LogisticWeights found = fit_logistic(samples);
  double sum = 0, first = 0;
  for (const LogisticSample& sample : samples) {
    const double excess = probability(found, sample) - (sample.positive ? of_positive : of_negative);
    sum += excess;
    first += excess * sample.first;
  }
  EXPECT_NEAR(sum, 0, 1e-4);
  EXPECT_NEAR(first, -1e-3 * found.first, 1e-4);  // what the penalty pulls
}

TEST(FitLogistic, IsNoSurerOfClassesThatCanBePartedThanTheirNumberAllows) {
  const std::vector<LogisticSample> samples = {{-2, 0, false}, {-1, 0, false}, {1, 0, true}, {2, 0, true}};
  const LogisticWeights found = fit_logistic(samples);
  EXPECT_GT(found.first, std::log(3) / 2) << "three of four, at 2";
  EXPECT_LT(found.first, std::log(3)) << "the same, at 1";
  EXPECT_NEAR(found.offset, 0, 1e-6);
}

TEST(FitLogistic, DropsASecondInputThatSpeaksAgainstTheClass) {
  const LogisticWeights found = fit_logistic(drawn({2, -0.7, 1}, 5000));
  EXPECT_EQ(found.second, 0);
  EXPECT_GT(found.first, 1);
}

}  // namespace
}  // namespace ocelli::internal::logistic_fit_test
