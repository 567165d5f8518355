#include "ocelli/boosting/cascade/ensemble.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "boosting/binned.hpp"
#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "ocelli/boosting/cascade/real_boost.hpp"

namespace ocelli::internal::ensemble_test {
namespace {

constexpr std::size_t kSamples = 400, kPositives = 150;

class EnsembleOnWeakFeatures : public testing::Test {
 protected:
  const BinnedResponses responses_ = test::weak_features(60, kSamples, kPositives, 12, 1);
  const LabeledResponses samples_{responses_, kPositives};

  Ensemble boosted(int rounds, std::vector<float> start = {}) const {
    Ensemble ensemble(samples_, std::move(start));
    for (int round = 0; round < rounds; ++round) real_boost_step(ensemble, {});
    return ensemble;
  }

  /// In whole steps, as the stages before would leave them.
  std::vector<float> start_scores() const {
    std::vector<float> start;
    Random random(2);
    for (std::size_t i = 0; i < kSamples; ++i) {
      const double score = random.uniform(-1, 2) + samples_.label(i);
      start.push_back(static_cast<float>(std::round(score * kVoteSteps) / kVoteSteps));
    }
    return start;
  }

  /// w_i^(0) exp(-y_i H(x_i)), not normalized: half of the weight at the start for each class.
  std::vector<double> plain_weights(std::span<const float> start, std::span<const float> scores) const {
    double sums[2] = {0, 0};
    for (std::size_t i = 0; i < kSamples; ++i)
      sums[i < kPositives] += std::exp(-samples_.label(i) * start[i]);
    std::vector<double> weights;
    for (std::size_t i = 0; i < kSamples; ++i) {
      weights.push_back(std::exp(-samples_.label(i) * scores[i]) / (2 * sums[i < kPositives]));
    }
    return weights;
  }

  void expect_plain_weights(const Ensemble& ensemble, std::span<const float> start) const {
    const std::vector<double> weights = plain_weights(start, ensemble.scores());
    const double loss = std::accumulate(weights.begin(), weights.end(), 0.0);
    EXPECT_NEAR(ensemble.loss(), loss, 1e-6);
    for (std::size_t i = 0; i < kSamples; ++i) {
      ASSERT_NEAR(ensemble.weights()[i] / (weights[i] / loss), 1, 1e-5) << "sample " << i;
    }
  }
};

TEST_F(EnsembleOnWeakFeatures, StartsWithHalfTheWeightForEachClass) {
  const Ensemble ensemble(samples_);
  EXPECT_NEAR(ensemble.loss(), 1, 1e-6);
  for (std::size_t i = 0; i < kSamples; ++i) {
    ASSERT_FLOAT_EQ(ensemble.weights()[i],
                    i < kPositives ? 0.5f / kPositives : 0.5f / (kSamples - kPositives));
  }
}

TEST_F(EnsembleOnWeakFeatures, WeighsSamplesByTheirExponentialLoss) {
  expect_plain_weights(boosted(8), std::vector<float>(kSamples, 0));
}

TEST_F(EnsembleOnWeakFeatures, GoesOnFromStartScores) {
  const std::vector<float> start = start_scores();
  const Ensemble fresh(samples_, start);
  EXPECT_NEAR(fresh.loss(), 1, 1e-6);
  EXPECT_THAT(fresh.scores(), testing::ElementsAreArray(start));
  expect_plain_weights(fresh, start);
  expect_plain_weights(boosted(8, start), start);
}

TEST_F(EnsembleOnWeakFeatures, ScoresAreTheVotesAddedInOrder) {
  const std::vector<float> start = start_scores();
  const Ensemble ensemble = boosted(6, start);
  std::vector<float> scores = start;
  for (const LookupTable& classifier : ensemble.weak()) {
    for (std::size_t i = 0; i < kSamples; ++i)
      scores[i] += classifier.table[responses_.of(classifier.feature)[i]];
  }
  EXPECT_THAT(ensemble.scores(), testing::ElementsAreArray(scores));
}

TEST_F(EnsembleOnWeakFeatures, LossNeverRisesOverRealBoostRounds) {
  Ensemble ensemble(samples_);
  double loss = ensemble.loss();
  for (int round = 0; round < 40; ++round) {
    real_boost_step(ensemble, {.smoothing = 1e-6});
    EXPECT_LT(ensemble.loss(), loss + 1e-6) << "round " << round;
    loss = ensemble.loss();
  }
  EXPECT_LT(loss, 0.1);
}

TEST_F(EnsembleOnWeakFeatures, LossIsTheProductOfTheLossesOfItsWeakClassifiers) {
  const BoostOptions options{.smoothing = 0.5};
  Ensemble ensemble(samples_);
  double product = 1;
  for (int round = 0; round < 15; ++round) {
    const std::vector<float> weights(ensemble.weights().begin(), ensemble.weights().end());
    real_boost_step(ensemble, options);
    product *= weak_loss(samples_, ensemble.weak().back().feature, weights, options.smoothing / kSamples);
    EXPECT_NEAR(ensemble.loss() / product, 1, 1e-3);
  }
}

TEST_F(EnsembleOnWeakFeatures, OutliersWeighNoMoreThanTheHeaviestOfTheOthers) {
  std::vector<float> start = start_scores();
  start[2] = -9;  // a positive and a negative far on the wrong side
  start[kPositives + 1] = 9;
  const Ensemble ensemble(samples_, start);
  const std::vector<float> weights = held_back(ensemble, 0.05);
  EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-4);
  for (const std::size_t outlier : {std::size_t{2}, kPositives + 1}) {
    const auto begin = weights.begin() + (outlier < kPositives ? 0 : kPositives);
    const auto end = outlier < kPositives ? weights.begin() + kPositives : weights.end();
    const float heaviest = *std::max_element(begin, end);
    EXPECT_EQ(weights[outlier], heaviest);
    EXPECT_GE(static_cast<double>(std::count(begin, end, heaviest)), 0.05 * static_cast<double>(end - begin));
    EXPECT_LT(weights[outlier], ensemble.weights()[outlier] / 2);
  }
  EXPECT_THAT(held_back(ensemble, 0), testing::ElementsAreArray(ensemble.weights()));
}

TEST_F(EnsembleOnWeakFeatures, RemovingAStumpLeavesNoTrace) {
  for (const std::size_t place : {0u, 3u, 5u}) {
    Ensemble ensemble = boosted(6, start_scores()), without(samples_, start_scores());
    for (std::size_t m = 0; m < ensemble.size(); ++m) {
      if (m != place) without.add(ensemble.weak()[m]);
    }
    ensemble.remove(place);
    EXPECT_THAT(ensemble.weak(), testing::ElementsAreArray(without.weak()));
    EXPECT_THAT(ensemble.scores(), testing::ElementsAreArray(without.scores()));
    EXPECT_THAT(ensemble.weights(), testing::ElementsAreArray(without.weights()));
    EXPECT_EQ(ensemble.loss(), without.loss());
  }
}

TEST_F(EnsembleOnWeakFeatures, SplitsScoresByClass) {
  const Ensemble ensemble = boosted(2);
  EXPECT_EQ(ensemble.positive_scores().size(), kPositives);
  EXPECT_EQ(ensemble.negative_scores().size(), kSamples - kPositives);
  EXPECT_EQ(ensemble.negative_scores().data(), ensemble.scores().data() + kPositives);
}

TEST_F(EnsembleOnWeakFeatures, IsTheSameForAnyNumberOfThreads) {
  const auto train = [&] { return boosted(10); };
  const Ensemble one = test::with_threads(1, train), two = test::with_threads(2, train);
  EXPECT_THAT(one.weak(), testing::ElementsAreArray(two.weak()));
  EXPECT_THAT(one.weights(), testing::ElementsAreArray(two.weights()));
}

TEST(Ensemble, KeepsItsWeightsHoweverSmallTheLoss) {
  const BinnedResponses perfect = test::binned({{1, 1, 0, 0}}, 2);
  for (const float score : {10.0f, 50.0f, 100.0f, 400.0f, 2000.0f}) {
    Ensemble ensemble({perfect, 2});
    ensemble.add({0, {-score, score}});
    EXPECT_THAT(ensemble.weights(), testing::Each(testing::FloatEq(0.25f))) << score;
  }
}

TEST_F(EnsembleOnWeakFeatures, NeedsBothClassesAndAStartScoreForEachSample) {
  EXPECT_EQ(test::error_of([&] { Ensemble({responses_, 0}); }).kind(), Kind::training);
  EXPECT_EQ(test::error_of([&] { Ensemble({responses_, kSamples}); }).kind(), Kind::training);
  EXPECT_EQ(test::error_of([&] { Ensemble(samples_, std::vector<float>(3)); }).kind(), Kind::usage);
}

TEST(BoostOptions, RefuseSmoothingThatIsNotPositive) {
  for (const double bad : {0.0, -1.0, std::nan("")}) {
    EXPECT_EQ(test::error_of([&] { BoostOptions{.smoothing = bad}.validate(); }).kind(), Kind::usage);
  }
}

TEST(BoostOptions, RefuseAWeightShareThatIsNone) {
  for (const double bad : {0.0, 1.01, std::nan("")}) {
    EXPECT_EQ(test::error_of([&] { BoostOptions{.weight_trimming = bad}.validate(); }).kind(), Kind::usage);
  }
}

}  // namespace
}  // namespace ocelli::internal::ensemble_test
