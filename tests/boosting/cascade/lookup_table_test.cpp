#include "ocelli/boosting/cascade/lookup_table.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "boosting/binned.hpp"
#include "data/expect_error.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::lookup_table_test {
namespace {

using test::binned;
using test::random_weights;
using test::Rows;

constexpr double kHalfStep = 0.5 / kVoteSteps;

/// sum_i w_i exp(-y_i h(x_i)), sample by sample (floatboost eq. 2).
double plain_loss(const LabeledResponses& samples, const LookupTable& classifier,
                  std::span<const float> weights) {
  double loss = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double vote = classifier.table[samples.responses.of(classifier.feature)[i]];
    loss += weights[i] * std::exp(-samples.label(i) * vote);
  }
  return loss;
}

// Positives: .1 and .2 in bin 0, .3 in bin 1. Negatives: .05 in bin 0, .15 and .2 in bin 1. Smoothing .05:
// h_0 = 1/2 log(.35 / .10) = .626381 = 2565.66 / 4096, h_1 = 1/2 log(.35 / .40) = -.066766 = -273.47 / 4096.
TEST(LookupTable, IsHalfTheSmoothedLogLikelihoodRatioByHand) {
  const BinnedResponses responses = binned({{1, 0, 0, 1, 1, 0}, {0, 0, 1, 0, 1, 1}}, 2);
  const std::vector<float> weights{.1f, .2f, .3f, .05f, .15f, .2f};
  const LookupTable classifier = lookup_table({responses, 3}, 1, weights, 0.05);
  EXPECT_EQ(classifier.feature, 1u);
  ASSERT_EQ(classifier.table.size(), 2u);
  EXPECT_EQ(classifier.table[0], 2566.0f / 4096);
  EXPECT_EQ(classifier.table[1], -273.0f / 4096);
}

TEST(LookupTable, DoesNotVoteWhereItSawNothing) {
  const BinnedResponses responses = binned({{0, 2}}, 3);
  const LookupTable classifier = lookup_table({responses, 1}, 0, std::vector<float>{.5f, .5f}, 0.01);
  EXPECT_EQ(classifier.table[1], 0);
  EXPECT_FLOAT_EQ(classifier.table[0], -classifier.table[2]);
  EXPECT_NEAR(classifier.table[0], 0.5 * std::log(51), kHalfStep);
}

// Sizes around the four partial sums of the histogram, and the most bins there can be.
TEST(WeakLoss, EqualsTheExponentialLossSampleBySample) {
  for (const std::size_t samples : {2u, 3u, 5u, 9u, 63u, 1000u}) {
    for (const int bins : {2, 7, 256}) {
      const BinnedResponses responses = test::weak_features(3, samples, samples / 2, bins, samples);
      const LabeledResponses labeled{responses, samples / 2};
      const std::vector<float> weights = random_weights(samples, 5);
      for (std::uint32_t f = 0; f < 3; ++f) {
        const LookupTable classifier = lookup_table(labeled, f, weights, 0.01);
        EXPECT_NEAR(weak_loss(labeled, f, weights, 0.01), plain_loss(labeled, classifier, weights),
                    kHalfStep);
      }
    }
  }
}

// Floatboost eq. 4-5: at its minimum the loss of a bin is 2 sqrt(P N).
TEST(WeakLoss, IsTheLeastThatAnyVotesReach) {
  const BinnedResponses responses = test::weak_features(1, 200, 90, 4, 6);
  const LabeledResponses samples{responses, 90};
  const std::vector<float> weights = random_weights(200, 7);
  const double min = weak_loss(samples, 0, weights, 1e-9);
  for (std::size_t b = 0; b < 4; ++b) {
    for (const float change : {-0.1f, 0.1f}) {
      LookupTable other = lookup_table(samples, 0, weights, 1e-9);
      other.table[b] += change;
      EXPECT_GT(plain_loss(samples, other, weights), min) << "bin " << b;
    }
  }
}

TEST(LookupTable, VotesInWholeSteps) {
  const BinnedResponses responses = test::weak_features(1, 500, 200, 64, 9);
  for (const float vote : lookup_table({responses, 200}, 0, random_weights(500, 9), 0.01).table) {
    EXPECT_EQ(vote * kVoteSteps, std::round(vote * kVoteSteps));
  }
}

TEST(WeakLoss, OfAFeatureThatTellsNothingIsOne) {
  const BinnedResponses responses = binned({{0, 1, 0, 1}}, 2);
  EXPECT_NEAR(weak_loss({responses, 2}, 0, std::vector<float>(4, 0.25f), 0.1), 1, 1e-12);
}

TEST(BestLookupTable, EqualsAnExhaustiveSearch) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const BinnedResponses responses = test::weak_features(300, 150, 60, 16, seed);
    const LabeledResponses samples{responses, 60};
    const std::vector<float> weights = random_weights(150, seed);
    std::uint32_t best = 0;
    for (std::uint32_t f = 1; f < 300; ++f) {
      if (weak_loss(samples, f, weights, 0.01) < weak_loss(samples, best, weights, 0.01)) best = f;
    }
    EXPECT_EQ(best_lookup_table(samples, weights, 0.01), lookup_table(samples, best, weights, 0.01));
  }
}

TEST(BestLookupTable, BreaksTiesForTheLowerFeature) {
  Rows rows(1000, {0, 1, 0, 1, 0, 1});
  for (const std::size_t twin : {137u, 138u, 700u, 999u}) rows[twin] = {1, 1, 1, 0, 0, 0};
  const BinnedResponses responses = binned(rows, 2);
  const std::vector<float> weights = random_weights(6, 8);
  for (const int threads : {1, 2, 4}) {
    const auto best = [&] { return best_lookup_table({responses, 3}, weights, 0.01).feature; };
    EXPECT_EQ(test::with_threads(threads, best), 137u);
  }
}

// Feature 0 tells the two heavy samples apart and nothing else, feature 1 the many light ones.
TEST(BestLookupTable, ComparesFeaturesOnTheHeaviestSamplesAndFitsTheBestToAll) {
  const BinnedResponses responses = binned({{1, 0, 0, 0, 0, 0, 0, 0}, {1, 1, 1, 1, 1, 0, 0, 0}}, 2);
  const LabeledResponses samples{responses, 4};
  const std::vector<float> weights{.2f, .1f, .1f, .1f, .2f, .1f, .1f, .1f};
  EXPECT_EQ(best_lookup_table(samples, weights, 0.01, 1).feature, 1u);
  EXPECT_EQ(best_lookup_table(samples, weights, 0.01, 0.4), lookup_table(samples, 0, weights, 0.01));
}

// The label is whether features 1 and 2 differ: neither tells anything alone, both together tell all.
TEST(BestLookupTable, JoinsTwoFeaturesThatTellMoreTogether) {
  const BinnedResponses responses =
      binned({{0, 1, 1, 0, 0, 1, 0, 1}, {0, 0, 1, 1, 0, 0, 1, 1}, {1, 1, 0, 0, 0, 0, 1, 1}}, 2);
  const LabeledResponses samples{responses, 4};
  const std::vector<float> weights{.13f, .12f, .13f, .12f, .12f, .13f, .12f, .13f};
  const LookupTable pair = lookup_table(samples, 1, weights, 0.01, 2);
  const std::vector<float> answers = votes(pair, responses);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_GT(answers[i] * samples.label(i), 1) << i;
  const LookupTable best = best_lookup_table(samples, weights, 0.01, 1, true);
  EXPECT_TRUE(best.partner.has_value());
  EXPECT_EQ(best, lookup_table(samples, best.feature, weights, 0.01, best.partner));
}

TEST(BestLookupTable, ChoosesThePartnerThatLowersTheLossMost) {
  const BinnedResponses responses = test::weak_features(60, 150, 60, 6, 3);
  const LabeledResponses samples{responses, 60};
  const std::vector<float> weights = random_weights(150, 3);
  const LookupTable best = best_lookup_table(samples, weights, 0.01, 1, true);
  EXPECT_EQ(best.feature, best_lookup_table(samples, weights, 0.01).feature);
  const auto loss_with = [&](std::uint32_t partner) {
    const std::vector<float> answers =
        votes(lookup_table(samples, best.feature, weights, 0.01, partner), responses);
    double loss = 0;
    for (std::size_t i = 0; i < answers.size(); ++i)
      loss += weights[i] * std::exp(-samples.label(i) * answers[i]);
    return loss;
  };
  for (std::uint32_t f = 0; f < 60; ++f) EXPECT_GE(loss_with(f), loss_with(*best.partner) - 1e-6) << f;
}

TEST(BestLookupTable, RefusesToJoinMoreThanSixteenBins) {
  const BinnedResponses responses = test::weak_features(3, 20, 10, 17, 3);
  EXPECT_EQ(test::error_of([&] {
              best_lookup_table({responses, 10}, std::vector<float>(20, 0.05f), 0.1, 1, true);
            }).kind(),
            Kind::usage);
}

TEST(BestLookupTable, RefusesAnEmptyPoolAndMissingWeights) {
  const BinnedResponses none(0, 4, 2), some(3, 4, 2);
  const std::vector<float> weights(4, 0.25f), few(3, 0.25f);
  EXPECT_EQ(test::error_of([&] { best_lookup_table({none, 2}, weights, 0.1); }).kind(), Kind::training);
  EXPECT_EQ(test::error_of([&] { best_lookup_table({some, 2}, few, 0.1); }).kind(), Kind::usage);
}

}  // namespace
}  // namespace ocelli::internal::lookup_table_test
