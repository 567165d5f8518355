#include "ocelli/boosting/shareboost/minimizer.hpp"

#include <gmock/gmock.h>

#include "boosting/plain_softmax.hpp"
#include "data/expect_error.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::minimizer_test {
namespace {

constexpr std::size_t kClasses = 3, kColumns = 5, kSamples = 400;

/// A strictly convex problem: classes overlap, and weights are held back a little.
struct Problem {
  BinnedResponses columns = test::noise_columns(kColumns, kSamples, 1);
  std::vector<std::uint16_t> labels =
      test::planted_labels(columns, test::noise_weights(kClasses, kColumns, 2), 1.0, 3);
  Regularizer regularizer{.frobenius = 0.001};
  SoftmaxObjective objective{columns, kColumns, labels, kClasses, regularizer};
  ClassWeights none = ClassWeights::Zero(kClasses, kColumns + 1);

  /// The minimum by 2,000 steps of plain gradient descent in double.
  double least() const {
    const test::PlainObjective plain{test::numbers_of(columns), labels, {}};
    ClassWeights at = none;
    for (int step = 0; step < 2000; ++step) {
      ClassWeights gradient = plain.gradient(at);
      regularizer.add(at, gradient);
      at -= gradient;
    }
    ClassWeights unused = at;
    return plain.loss(at) + regularizer.add(at, unused);
  }
};

using Solver = Minimum (*)(const SoftmaxObjective&, const ClassWeights&, const MinimizerOptions&);
class Minimizer : public testing::TestWithParam<Solver> {};
INSTANTIATE_TEST_SUITE_P(Solvers, Minimizer, testing::Values(&minimize, &minimize_accelerated),
                         [](const auto& tested) { return tested.index == 0 ? "Lbfgs" : "Accelerated"; });

TEST_P(Minimizer, EndsWithinItsToleranceOfTheMinimum) {
  const Problem problem;
  const double least = problem.least();
  for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
    const Minimum minimum =
        GetParam()(problem.objective, problem.none, {.tolerance = tolerance, .max_steps = 1000});
    EXPECT_GE(minimum.objective, least - 1e-6);
    EXPECT_LE(minimum.objective, least * (1 + tolerance)) << "tolerance " << tolerance;
  }
}

TEST_P(Minimizer, ReturnsTheObjectiveOfItsWeights) {
  const Problem problem;
  const Minimum minimum = GetParam()(problem.objective, problem.none, {});
  ClassWeights gradient;
  EXPECT_EQ(minimum.objective, problem.objective.evaluate(minimum.weights, gradient));
}

TEST_P(Minimizer, NeverRaisesTheObjective) {
  const Problem problem;
  ClassWeights gradient;
  const ClassWeights far = 5 * test::noise_weights(kClasses, kColumns, 9);
  double last = problem.objective.evaluate(far, gradient);
  for (int steps = 1; steps <= 40; ++steps) {
    const Minimum minimum = GetParam()(problem.objective, far, {.tolerance = 1e-6, .max_steps = steps});
    EXPECT_LE(minimum.objective, last) << steps << " steps";
    last = minimum.objective;
  }
}

TEST_P(Minimizer, StaysWhereNothingIsToBeGained) {
  const Problem problem;
  const Minimum first = GetParam()(problem.objective, problem.none, {.tolerance = 1e-5, .max_steps = 1000});
  const Minimum again = GetParam()(problem.objective, first.weights, {});
  EXPECT_LE(again.objective, first.objective);
  EXPECT_LE(again.evaluations, 4);
}

// The objective has no minimum: weights of separable classes want to be infinite.
TEST_P(Minimizer, EndsOnClassesThatCanBeSeparated) {
  Eigen::MatrixXd numbers(4, 1);
  numbers << -1, -1, 1, 1;
  const BinnedResponses columns = test::columns_of(numbers);
  const std::vector<std::uint16_t> labels{0, 0, 1, 1};
  const SoftmaxObjective objective(columns, 1, labels, 2, {});
  const Minimum minimum = GetParam()(objective, ClassWeights::Zero(2, 2), {});
  EXPECT_LT(minimum.objective, 0.05);
  EXPECT_TRUE(minimum.weights.allFinite());
}

TEST_P(Minimizer, TakesColumnsThatAreAlikeOrConstant) {
  const Eigen::MatrixXd numbers = test::numbers_of(test::noise_columns(2, 200, 4));
  Eigen::MatrixXd doubled(200, 5);
  doubled << numbers, numbers, Eigen::VectorXd::Zero(200);
  const BinnedResponses columns = test::columns_of(doubled);
  const auto labels = test::planted_labels(columns, test::noise_weights(2, 5, 5), 0.5, 6);
  const SoftmaxObjective all(columns, 5, labels, 2, {}), once(columns, 2, labels, 2, {});
  const MinimizerOptions fine{.tolerance = 1e-4, .max_steps = 1000};
  EXPECT_NEAR(GetParam()(all, ClassWeights::Zero(2, 6), fine).objective,
              GetParam()(once, ClassWeights::Zero(2, 3), fine).objective, 1e-3);
}

TEST_P(Minimizer, IsTheSameBitForBitForAnyNumberOfThreads) {
  const BinnedResponses columns = test::noise_columns(6, 5000, 7);
  const auto labels = test::planted_labels(columns, test::noise_weights(4, 6, 8), 1.0, 9);
  const SoftmaxObjective objective(columns, 6, labels, 4, {});
  const auto act = [&] { return GetParam()(objective, ClassWeights::Zero(4, 7), {}).weights; };
  EXPECT_EQ(test::with_threads(1, act), test::with_threads(3, act));
}

// So many columns that curvature is only looked at within blocks of them.
TEST(Minimizers, EndAsLowWithManyColumns) {
  const BinnedResponses columns = test::noise_columns(600, 500, 10);
  const auto labels = test::planted_labels(columns, test::noise_weights(2, 600, 11), 20, 12);
  const SoftmaxObjective objective(columns, 600, labels, 2, {.frobenius = 0.01});
  const ClassWeights none = ClassWeights::Zero(2, 601);
  const MinimizerOptions options{.tolerance = 1e-4, .max_steps = 1000};
  const Minimum quick = minimize(objective, none, options),
                slow = minimize_accelerated(objective, none, options);
  EXPECT_LE(quick.objective, slow.objective * (1 + options.tolerance));
  EXPECT_LT(quick.evaluations, slow.evaluations);
}

// The loss hardly bends in columns that few samples have: there it is the penalty that says how far a step
// may go.
TEST(Minimizers, TakeFewStepsWhereThePenaltyBendsMoreThanTheLoss) {
  constexpr Eigen::Index kRare = 560, kEach = 3;
  Eigen::MatrixXd numbers = Eigen::MatrixXd::Zero(kRare * kEach, kRare);
  for (Eigen::Index i = 0; i < numbers.rows(); ++i) numbers(i, i / kEach) = 0.1;
  const BinnedResponses columns = test::columns_of(numbers);
  const auto labels = test::noise_labels(columns.samples(), 3, 5);
  const SoftmaxObjective objective(columns, columns.features(), labels, 3, {.frobenius = 1e-3});
  const Minimum minimum = minimize(objective, ClassWeights::Zero(3, kRare + 1), {.tolerance = 1e-6});
  EXPECT_LT(minimum.evaluations, 12);
}

TEST(Minimizers, DifferInTheEvaluationsThatTheyNeed) {
  const Problem problem;
  for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
    const MinimizerOptions options{.tolerance = tolerance, .max_steps = 1000};
    EXPECT_LT(minimize(problem.objective, problem.none, options).evaluations,
              minimize_accelerated(problem.objective, problem.none, options).evaluations / 2);
  }
}

TEST(Minimizers, RefuseOptionsThatMakeNoSense) {
  EXPECT_EQ(test::error_of([] { MinimizerOptions{.tolerance = 0}.validate(); }).where(), "--tolerance");
  EXPECT_EQ(test::error_of([] { MinimizerOptions{.tolerance = 1}.validate(); }).where(), "--tolerance");
  EXPECT_EQ(test::error_of([] { MinimizerOptions{.max_steps = 0}.validate(); }).where(), "--max-steps");
}

}  // namespace
}  // namespace ocelli::internal::minimizer_test
