#include "ocelli/boosting/shareboost/softmax_loss.hpp"

#include <cmath>

#include "boosting/plain_softmax.hpp"
#include "every_target.hpp"

namespace ocelli::internal::softmax_loss_test {
namespace {

using test::plain_softmax;

class SoftmaxLoss : public test::OnEveryTarget {};
OCELLI_ON_EVERY_TARGET(SoftmaxLoss);

ClassTable noise_scores(std::size_t classes, std::size_t samples, std::uint64_t seed) {
  Random random(seed);
  ClassTable scores(classes, samples);
  for (std::size_t c = 0; c < classes; ++c) {
    for (float& score : scores.of(c)) score = static_cast<float>(random.uniform(-6, 6));
  }
  return scores;
}

Eigen::VectorXd scores_of(const ClassTable& table, std::size_t sample) {
  Eigen::VectorXd scores(table.classes());
  for (std::size_t c = 0; c < table.classes(); ++c)
    scores[static_cast<Eigen::Index>(c)] = table.of(c)[sample];
  return scores;
}

TEST_P(SoftmaxLoss, IsEquation3WorkedByHand) {
  ClassTable table(3, 1);
  table.of(0)[0] = 1, table.of(1)[0] = 2, table.of(2)[0] = 0.5f;
  const std::vector<std::uint16_t> label{0};
  const double loss = softmax_residuals(table, 0, label);

  // Exponents 1[c != y] - s_y + s_c: 0, 1 - 1 + 2 and 1 - 1 + 0.5.
  const double sum = 1 + std::exp(2.0) + std::exp(0.5);
  EXPECT_NEAR(loss, std::log(sum), 1e-6);
  EXPECT_NEAR(table.of(0)[0], 1 / sum - 1, 1e-6);
  EXPECT_NEAR(table.of(1)[0], std::exp(2.0) / sum, 1e-6);
  EXPECT_NEAR(table.of(2)[0], std::exp(0.5) / sum, 1e-6);
}

TEST_P(SoftmaxLoss, BoundsTheZeroOneLossFromAbove) {
  constexpr std::size_t kSamples = 500;
  const ClassTable scores = noise_scores(4, kSamples, 1);
  const auto labels = test::noise_labels(kSamples, 4, 2);
  for (std::size_t i = 0; i < kSamples; ++i) {
    ClassTable table = scores;
    const double loss = softmax_residuals(table, i, std::span(labels).subspan(i, 1));
    Eigen::Index best = 0;
    scores_of(scores, i).maxCoeff(&best);
    EXPECT_GE(loss, best == labels[i] ? 0 : 1);
  }
}

TEST_P(SoftmaxLoss, HasTheResidualsAsItsDerivatives) {
  const ClassTable scores = noise_scores(5, 1, 3);
  const std::vector<std::uint16_t> label{3};
  ClassTable residuals = scores;
  softmax_residuals(residuals, 0, label);
  constexpr double kStep = 1e-5;
  for (Eigen::Index c = 0; c < 5; ++c) {
    Eigen::VectorXd above = scores_of(scores, 0), below = above;
    above[c] += kStep, below[c] -= kStep;
    const double slope = (plain_softmax(above, 3).loss - plain_softmax(below, 3).loss) / (2 * kStep);
    EXPECT_NEAR(residuals.of(static_cast<std::size_t>(c))[0], slope, 1e-6);
  }
}

TEST_P(SoftmaxLoss, EqualsPlainSumsForAnyNumberOfSamplesAndClasses) {
  constexpr std::size_t kFirst = 3;
  for (std::size_t samples = 1; samples <= 70; ++samples) {
    for (std::size_t classes = 2; classes <= 40; classes += samples % 3 + 1) {
      const ClassTable scores = noise_scores(classes, kFirst + samples + 1, samples);
      const auto labels = test::noise_labels(samples, classes, classes);
      ClassTable residuals = scores;
      const double loss = softmax_residuals(residuals, kFirst, labels);

      double plain_loss = 0, largest_gap = 0;
      for (std::size_t i = 0; i < samples; ++i) {
        const test::PlainSoftmax plain = plain_softmax(scores_of(scores, kFirst + i), labels[i]);
        plain_loss += plain.loss;
        largest_gap =
            std::max(largest_gap, (scores_of(residuals, kFirst + i) - plain.residuals).cwiseAbs().maxCoeff());
      }
      ASSERT_NEAR(loss, plain_loss, 1e-6 * plain_loss) << samples << " samples, " << classes << " classes";
      ASSERT_LT(largest_gap, 1e-6) << samples << " samples, " << classes << " classes";
    }
  }
}

TEST_P(SoftmaxLoss, LeavesOtherSamplesScoresAlone) {
  const ClassTable scores = noise_scores(3, 40, 4);
  ClassTable table = scores;
  softmax_residuals(table, 7, test::noise_labels(19, 3, 5));
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_TRUE(std::ranges::equal(table.of(c).first(7), scores.of(c).first(7)));
    EXPECT_TRUE(std::ranges::equal(table.of(c).subspan(26), scores.of(c).subspan(26)));
  }
}

TEST_P(SoftmaxLoss, StaysFiniteForHugeScores) {
  for (const float huge : {1e4f, 1e20f, 1e29f}) {
    ClassTable table(2, 2);
    table.of(0)[0] = huge, table.of(1)[0] = -huge;
    table.of(0)[1] = huge, table.of(1)[1] = -huge;
    const std::vector<std::uint16_t> right_and_wrong{0, 1};
    EXPECT_NEAR(softmax_residuals(table, 0, right_and_wrong), 2.0 * huge + 1, 1e-6 * huge);
    EXPECT_EQ(table.of(0)[0], 0);
    EXPECT_EQ(table.of(1)[0], 0);
    EXPECT_EQ(table.of(0)[1], 1);
    EXPECT_EQ(table.of(1)[1], -1);
  }
}

}  // namespace
}  // namespace ocelli::internal::softmax_loss_test
