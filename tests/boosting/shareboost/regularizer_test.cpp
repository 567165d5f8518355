#include "ocelli/boosting/shareboost/regularizer.hpp"

#include <gmock/gmock.h>

#include "boosting/plain_softmax.hpp"
#include "data/expect_error.hpp"

namespace ocelli::internal::regularizer_test {
namespace {

double penalty(const Regularizer& regularizer, const ClassWeights& weights) {
  ClassWeights gradient = ClassWeights::Zero(weights.rows(), weights.cols());
  return regularizer.add(weights, gradient);
}

/// Two classes, two columns, and constants that no regularizer may look at.
ClassWeights some_weights() {
  ClassWeights weights(2, 3);
  weights << 1, -2, 100,  //
      0.5, 3, -100;
  return weights;
}

TEST(Regularizer, IsNothingUnlessAskedFor) {
  ClassWeights gradient = some_weights();
  EXPECT_EQ(Regularizer{}.add(some_weights(), gradient), 0);
  EXPECT_EQ(gradient, some_weights());
}

TEST(Regularizer, SquaresAllWeightsButTheConstants) {
  EXPECT_DOUBLE_EQ(penalty({.frobenius = 0.1}, some_weights()), 0.1 * (1 + 4 + 0.25 + 9));
}

// Less what columns without weights would cost: log 4.
TEST(Regularizer, IsTheSmoothMixedNormWorkedByHand) {
  const auto soft_max = [](double a, double b) {
    return std::log((std::exp(a) + std::exp(-a) + std::exp(b) + std::exp(-b)) / 4);
  };
  EXPECT_NEAR(penalty({.mixed = 0.5, .sharpness = 2}, some_weights()),
              0.5 / 2 * (soft_max(2 * 1, 2 * 0.5) + soft_max(2 * -2, 2 * 3)), 1e-12);
}

TEST(Regularizer, TendsToTheMixedNormAsSharpnessGrows) {
  constexpr double kNorm = 1 + 3;  // the largest weights of the two columns
  double gap = 1e9;
  for (const double sharpness : {1.0, 10.0, 100.0, 1000.0, 1e5}) {
    const double last =
        std::exchange(gap, std::abs(penalty({.mixed = 1, .sharpness = sharpness}, some_weights()) - kNorm));
    EXPECT_LT(gap, last);
  }
  EXPECT_LT(gap, 1e-4);
}

TEST(Regularizer, CostsNothingWhereAllWeightsAreZero) {
  EXPECT_NEAR(penalty({.frobenius = 1, .mixed = 1}, ClassWeights::Zero(7, 12)), 0, 1e-12);
}

TEST(Regularizer, AddsTheGradientOfFiniteDifferences) {
  const ClassWeights weights = test::noise_weights(4, 6, 1);
  for (const Regularizer regularizer :
       {Regularizer{.frobenius = 0.7}, Regularizer{.mixed = 0.4, .sharpness = 5},
        Regularizer{.frobenius = 0.2, .mixed = 0.3, .sharpness = 1}}) {
    const auto value = [&](const ClassWeights& at) { return penalty(regularizer, at); };
    ClassWeights gradient = ClassWeights::Ones(4, 7);
    regularizer.add(weights, gradient);
    const ClassWeights expected = ClassWeights::Ones(4, 7) + test::finite_differences(value, weights);
    EXPECT_LT((gradient - expected).cwiseAbs().maxCoeff(), 1e-8);
  }
}

TEST(Regularizer, KnowsItsCurvatureWhereAllWeightsAreZero) {
  constexpr double kStep = 1e-4;
  ClassWeights weights = ClassWeights::Zero(5, 3), gradient = ClassWeights::Zero(5, 3);
  weights(1, 0) = kStep;
  const Regularizer regularizer{.frobenius = 0.3, .mixed = 0.2, .sharpness = 4};
  regularizer.add(weights, gradient);
  EXPECT_NEAR(regularizer.curvature(5), gradient(1, 0) / kStep, 1e-6);
}

TEST(Regularizer, StaysFiniteForHugeWeights) {
  const ClassWeights huge = ClassWeights::Constant(3, 2, 1e6);
  EXPECT_NEAR(penalty({.mixed = 1, .sharpness = 1000}, huge), 1e6, 1);
}

TEST(Regularizer, RefusesStrengthsThatMakeNoSense) {
  EXPECT_EQ(test::error_of([] { Regularizer{.frobenius = -1}.validate(); }).where(), "--frobenius");
  EXPECT_EQ(test::error_of([] { Regularizer{.mixed = -1}.validate(); }).where(), "--mixed-norm");
  EXPECT_EQ(test::error_of([] { Regularizer{.sharpness = 0.5}.validate(); }).where(), "--sharpness");
}

}  // namespace
}  // namespace ocelli::internal::regularizer_test
