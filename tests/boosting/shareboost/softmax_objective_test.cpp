#include "ocelli/boosting/shareboost/softmax_objective.hpp"

#include <gmock/gmock.h>

#include <array>
#include <tuple>

#include "boosting/plain_softmax.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::softmax_objective_test {
namespace {

using test::PlainObjective;

constexpr std::size_t kClasses = 3, kColumns = 4;
/// Two whole blocks and a bit, and samples without labels after them.
constexpr std::size_t kLabeled = 2 * SoftmaxObjective::kBlock + 37, kSamples = kLabeled + 111;

struct Problem {
  BinnedResponses columns = test::noise_columns(kColumns, kSamples, 1);
  std::vector<std::uint16_t> labels = test::noise_labels(kLabeled, kClasses, 2);
  ClassWeights weights = test::noise_weights(kClasses, kColumns, 3);

  SoftmaxObjective objective(Regularizer regularizer = {}, const ClassTable* start = nullptr) const {
    return {columns, kColumns, labels, kClasses, regularizer, start};
  }
  PlainObjective plain() const { return {test::numbers_of(columns), labels, {}}; }
};

ClassTable start_scores() {
  ClassTable start(kClasses, kSamples);
  Random random(4);
  for (std::size_t c = 0; c < kClasses; ++c) {
    for (float& score : start.of(c)) score = static_cast<float>(random.normal());
  }
  return start;
}

Eigen::MatrixXd matrix_of(const ClassTable& table) {
  Eigen::MatrixXd matrix(table.samples(), table.classes());
  for (std::size_t c = 0; c < table.classes(); ++c) {
    for (std::size_t i = 0; i < table.samples(); ++i) {
      matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(c)) = table.of(c)[i];
    }
  }
  return matrix;
}

void expect_near(const Eigen::MatrixXd& found, const Eigen::MatrixXd& expected, double gap) {
  ASSERT_EQ(found.rows(), expected.rows());
  ASSERT_EQ(found.cols(), expected.cols());
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), gap) << found << "\nshould be\n" << expected;
}

TEST(SoftmaxObjective, IsTheMeanLossAndItsGradientEquation7) {
  const Problem problem;
  ClassWeights gradient;
  const double value = problem.objective().evaluate(problem.weights, gradient);
  const PlainObjective plain = problem.plain();
  EXPECT_NEAR(value, plain.loss(problem.weights), 1e-6);
  expect_near(gradient, plain.gradient(problem.weights), 1e-6);
}

TEST(SoftmaxObjective, HasTheGradientOfFiniteDifferencesWithEveryRegularizer) {
  const Problem problem;
  const PlainObjective plain = problem.plain();
  for (const Regularizer regularizer :
       {Regularizer{}, Regularizer{.frobenius = 0.3}, Regularizer{.mixed = 0.2, .sharpness = 3},
        Regularizer{.frobenius = 0.1, .mixed = 0.05}}) {
    const auto value = [&](const ClassWeights& at) {
      ClassWeights unused = at;
      return plain.loss(at) + regularizer.add(at, unused);
    };
    ClassWeights gradient;
    EXPECT_NEAR(problem.objective(regularizer).evaluate(problem.weights, gradient), value(problem.weights),
                1e-6);
    expect_near(gradient, test::finite_differences(value, problem.weights), 1e-6);
  }
}

TEST(SoftmaxObjective, AddsToTheScoresThatItStartsFrom) {
  const Problem problem;
  const ClassTable start = start_scores();
  PlainObjective plain = problem.plain();
  plain.start = matrix_of(start);
  const SoftmaxObjective objective = problem.objective({}, &start);
  ClassWeights gradient;
  EXPECT_NEAR(objective.evaluate(problem.weights, gradient), plain.loss(problem.weights), 1e-6);
  expect_near(gradient, plain.gradient(problem.weights), 1e-6);
  const ClassTable scores = objective.scores(problem.weights);
  expect_near(matrix_of(scores).row(5).transpose(), plain.scores(problem.weights, 5), 1e-4);
}

TEST(SoftmaxObjective, ScoresAllSamplesWithLabelsOrWithout) {
  const Problem problem;
  const Eigen::MatrixXd numbers = test::numbers_of(problem.columns);
  const Eigen::MatrixXd expected = (numbers * problem.weights.leftCols(kColumns).transpose()).rowwise() +
                                   problem.weights.col(kColumns).transpose();
  expect_near(matrix_of(problem.objective().scores(problem.weights)), expected, 1e-4);
}

TEST(SoftmaxObjective, LooksAtTheFirstColumnsOnly) {
  const Problem problem;
  ClassWeights narrow(kClasses, 3), gradient, all_gradient;
  narrow << problem.weights.leftCols(2), problem.weights.rightCols(1);
  ClassWeights wide = problem.weights;
  wide.middleCols(2, kColumns - 2).setZero();
  const SoftmaxObjective two(problem.columns, 2, problem.labels, kClasses, {});
  EXPECT_EQ(two.columns(), 2u);
  EXPECT_EQ(two.evaluate(narrow, gradient), problem.objective().evaluate(wide, all_gradient));
  expect_near(gradient.leftCols(2), all_gradient.leftCols(2), 1e-9);
}

TEST(SoftmaxObjective, HasTheCurvatureOfPlainSums) {
  const Problem problem;
  const PlainObjective plain = problem.plain();
  const std::vector<float> of_samples = problem.objective().sample_curvatures(problem.weights);
  ASSERT_EQ(of_samples.size(), kLabeled);
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(kColumns + 1, kColumns + 1);
  for (std::size_t i = 0; i < kLabeled; ++i) {
    const Eigen::VectorXd distances = plain.softmax(problem.weights, i).residuals.cwiseAbs();
    const double h = (distances.array() * (1 - distances.array())).mean();
    EXPECT_NEAR(of_samples[i], h, 1e-6);
    expected += h * plain.extended(i) * plain.extended(i).transpose() / static_cast<double>(kLabeled);
  }
  expect_near(problem.objective().curvature(of_samples, 0, kColumns), expected, 1e-6);
  // Of columns 1 and 2 alone, and the constant.
  const std::array<Eigen::Index, 3> some{1, 2, kColumns};
  expect_near(problem.objective().curvature(of_samples, 1, 2), expected(some, some), 1e-6);
}

TEST(SoftmaxObjective, IsTheSameBitForBitForAnyNumberOfThreads) {
  const Problem problem;
  const ClassTable start = start_scores();
  const SoftmaxObjective objective = problem.objective({.frobenius = 0.1}, &start);
  const auto act = [&] {
    ClassWeights gradient;
    const double value = objective.evaluate(problem.weights, gradient);
    return std::tuple(value, gradient, matrix_of(objective.scores(problem.weights)),
                      objective.curvature(objective.sample_curvatures(problem.weights), 0, kColumns));
  };
  const auto once = test::with_threads(1, act), again = test::with_threads(3, act);
  EXPECT_EQ(once, again);
}

}  // namespace
}  // namespace ocelli::internal::softmax_objective_test
