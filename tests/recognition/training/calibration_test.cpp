#include "ocelli/recognition/training/calibration.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "data/expect_error.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::calibration_test {
namespace {

/// Scores of two classes that differ by `gap`.
SampleValues two_scores(std::size_t count, float gap) {
  SampleValues scores(count, 2);
  scores.col(0).setConstant(gap);
  scores.col(1).setZero();
  return scores;
}

/// Of four samples three are of the first class.
std::vector<std::uint16_t> three_of_four(std::size_t count) {
  std::vector<std::uint16_t> labels(count);
  for (std::size_t i = 0; i < count; i += 4) labels[i] = 1;
  return labels;
}

// softmax gives the first class 1 / (1 + exp(-gap / T)), which is 3/4 for gap / T = ln 3.
TEST(Calibration, MakesProbabilitiesOfThreeQuartersWhereThreeOfFourAreRight) {
  for (const float gap : {0.01F, 1.0F, 50.0F})
    EXPECT_NEAR(fitted_temperature(two_scores(4000, gap), three_of_four(4000)), gap / std::log(3.0),
                2e-3 * gap);
}

// With a share of 1 / (n + 2) of the labels divided among both classes, the first one has 1 - 1 / (2 n + 4)
// of them.
TEST(Calibration, IsNotCertainAfterAFewRightLabels) {
  for (const std::size_t count : {3, 40}) {
    const double temperature = fitted_temperature(two_scores(count, 1), std::vector<std::uint16_t>(count));
    const double wrong = 1 / (2 * static_cast<double>(count) + 4);
    EXPECT_NEAR(1 / temperature, std::log((1 - wrong) / wrong), 1e-2);
  }
}

TEST(Calibration, FindsTheTemperatureThatLabelsWereDrawnBy) {
  Random random(1);
  SampleValues scores(20'000, 3);
  std::vector<std::uint16_t> labels;
  for (Eigen::Index i = 0; i < scores.rows(); ++i) {
    for (Eigen::Index c = 0; c < 3; ++c) scores(i, c) = static_cast<float>(5 * random.normal());
    const Eigen::ArrayXd shares = (scores.row(i).cast<double>().array().transpose() / 2.5).exp();
    double left = random.uniform() * shares.sum();
    std::uint16_t label = 0;
    while (label < 2 && left >= shares[label]) left -= shares[label++];
    labels.push_back(label);
  }
  EXPECT_NEAR(fitted_temperature(scores, labels), 2.5, 0.1);
}

TEST(Calibration, OfScoresThatAreAllEqualIsOne) {
  EXPECT_EQ(fitted_temperature(SampleValues::Zero(2, 2), std::vector<std::uint16_t>{0, 1}), 1);
}

Classifier with_temperature(double temperature) {
  ScoreWeights weights(3, 1);
  weights << 1, 3, 2;
  return Classifier({.features = StumpFeatures(1, {}),
                     .weights = weights,
                     .classes = {"a", "b", "c"},
                     .temperature = temperature});
}

TEST(Probabilities, AreASoftmaxInTheOrderOfTheRanking) {
  const Classifier classifier = with_temperature(0.5);
  const std::vector<double> shares = classifier.probabilities(classifier.classify(std::vector<float>{0}));
  ASSERT_EQ(shares.size(), 3u);
  const double sum = std::exp(6.0) + std::exp(4.0) + std::exp(2.0);
  EXPECT_NEAR(shares[0], std::exp(6.0) / sum, 1e-9);
  EXPECT_NEAR(shares[1], std::exp(4.0) / sum, 1e-9);
  EXPECT_NEAR(shares[2], std::exp(2.0) / sum, 1e-9);
}

TEST(Probabilities, AreThereOnlyWithATemperature) {
  const Classifier classifier = with_temperature(0);
  EXPECT_TRUE(classifier.probabilities(classifier.classify(std::vector<float>{0})).empty());
  for (const double temperature : {-1.0, std::nan(""), 1e31})
    test::expect_error([&] { with_temperature(temperature); }, Kind::model, "temperature");
}

}  // namespace
}  // namespace ocelli::internal::calibration_test
