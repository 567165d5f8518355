#include "ocelli/boosting/multiboost/coordinate_descent.hpp"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cmath>

#include "boosting/stump_ground.hpp"
#include "data/expect_error.hpp"

namespace ocelli::internal::coordinate_descent_test {
namespace {

using test::RandomMaster;

/// Minimizes w + factor (V- e^w + V+ e^-w) over w >= 0 (eq. 10) by halving the interval of its derivative's
/// root.
double minimum_by_bisection(double v_plus, double v_minus, double factor) {
  const auto slope = [&](double w) { return 1 + factor * (v_minus * std::exp(w) - v_plus * std::exp(-w)); };
  if (slope(0) >= 0) return 0;
  double low = 0, high = 60;
  for (int k = 0; k < 200; ++k) {
    const double middle = (low + high) / 2;
    (slope(middle) < 0 ? low : high) = middle;
  }
  return low;
}

TEST(BestWeight, IsTheMinimumThatASearchFinds) {
  Random random(1);
  for (int trial = 0; trial < 1000; ++trial) {
    const double v_plus = std::exp(random.uniform(-12, 8)), v_minus = std::exp(random.uniform(-12, 8));
    const double factor = std::exp(random.uniform(-6, 12));
    EXPECT_NEAR(best_weight(v_plus, v_minus, factor), minimum_by_bisection(v_plus, v_minus, factor), 1e-8);
  }
}

TEST(BestWeight, IsThatOfTheLogarithmOfTheRatioWhereCIsLarge) {
  EXPECT_NEAR(best_weight(8, 2, 1e12), 0.5 * std::log(4.0), 1e-9);  // eq. 13
}

TEST(BestWeight, IsFiniteWhereAStumpIsNeverWrong) {
  EXPECT_NEAR(best_weight(5, 0, 10), std::log(50.0), 1e-12);
  EXPECT_NEAR(best_weight(5, 0, 10), minimum_by_bisection(5, 0, 10), 1e-8);
}

TEST(BestWeight, IsNothingForAStumpThatIsMoreWrongThanRight) {
  EXPECT_EQ(best_weight(1, 2, 1e6), 0);
  EXPECT_EQ(best_weight(0, 2, 1e6), 0);
}

TEST(MasterProblem, HasTheObjectiveOfEquation2) {
  RandomMaster master(150, 3, 12, 500, 2);
  Random random(3);
  for (ColumnWeight& weight : master.weights) weight.value = random.uniform();
  master.mu.assign(master.problem().scores(master.weights, 150));
  EXPECT_NEAR(master.objective(), test::plain_objective(master.problem(), master.weights), 1e-9);
}

TEST(MasterProblem, HasTheGradientThatDifferencesShow) {
  RandomMaster master(100, 4, 12, 300, 4);
  Random random(5);
  for (ColumnWeight& weight : master.weights) weight.value = random.uniform();
  master.mu.assign(master.problem().scores(master.weights, 100));
  const std::vector<double> gradient = master.problem().gradient(master.weights, master.mu);
  for (std::size_t j = 0; j < master.weights.size(); ++j) {
    const auto at = [&](double step) {
      std::vector<ColumnWeight> moved = master.weights;
      moved[j].value += step;
      return test::plain_objective(master.problem(), moved);
    };
    EXPECT_NEAR(gradient[j], (at(1e-5) - at(-1e-5)) / 2e-5, 1e-5 * std::abs(gradient[j]) + 1e-5);
  }
}

TEST(CoordinateDescent, BringsMuAlongAsIfItWereComputedAnew) {
  RandomMaster master(200, 4, 40, 1e4, 6);
  descend(master.problem(), 40, {1e-6, 30}, 1, master.weights, master.mu);
  PairWeights anew(master.samples.labels, 4);
  anew.assign(master.problem().scores(master.weights, 200));
  for (std::size_t i = 0; i < 200; ++i) {
    for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(master.mu.at(i, c), anew.at(i, c), 1e-9 * anew.at(i, c));
  }
}

TEST(CoordinateDescent, EndsWhereNoConditionIsViolatedByMoreThanTheTolerance) {
  RandomMaster master(200, 3, 30, 1e3, 7);
  const Descent descent = descend(master.problem(), 30, {1e-4, 10'000}, 1, master.weights, master.mu);
  EXPECT_LT(descent.passes, 10'000);
  const auto thetas = violations(master.problem(), master.weights, master.mu);
  EXPECT_LE(std::ranges::max(thetas), 1e-4);
  EXPECT_TRUE(std::ranges::all_of(master.weights, [](const ColumnWeight& w) { return w.value >= 0; }));
  EXPECT_TRUE(std::ranges::any_of(master.weights, [](const ColumnWeight& w) { return w.value == 0; }));
  EXPECT_TRUE(std::ranges::any_of(master.weights, [](const ColumnWeight& w) { return w.value > 0; }));
}

TEST(CoordinateDescent, NeverRaisesTheObjective) {
  RandomMaster master(200, 3, 30, 1e3, 8);
  double before = master.objective();
  for (int passes = 1; passes < 20; ++passes) {
    descend(master.problem(), 1, {1e-6, 2}, passes, master.weights, master.mu);
    EXPECT_LE(master.objective(), before + 1e-9 * before);
    before = master.objective();
  }
}

TEST(CoordinateDescent, LeavesOldWeightsAloneInItsFirstPass) {
  RandomMaster master(200, 3, 30, 1e3, 9);
  descend(master.problem(), 30, {0.01, 1}, 1, master.weights, master.mu);
  const std::vector<ColumnWeight> before = master.weights;
  const Descent descent = descend(master.problem(), 5, {0.01, 1}, 1, master.weights, master.mu);
  EXPECT_EQ(descent.updates, 5u);
  for (std::size_t j = 0; j < 25; ++j) EXPECT_EQ(master.weights[j].value, before[j].value);
}

TEST(CoordinateDescent, IsTheSameForAnyNumberOfThreads) {
  const auto values = [](int threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    RandomMaster master(40'000, 3, 12, 1e4, 10);  // more than one block of samples
    descend(master.problem(), 12, {1e-3, 4}, 1, master.weights, master.mu);
    std::vector<double> found;
    for (const ColumnWeight& weight : master.weights) found.push_back(weight.value);
    return found;
  };
  EXPECT_EQ(values(1), values(4));
}

TEST(CoordinateDescentOptions, RefuseWhatMakesNoSense) {
  test::expect_error([] { CoordinateDescentOptions{0, 2}.validate(); }, Kind::usage, "--solver-tolerance");
  test::expect_error([] { CoordinateDescentOptions{0.1, 0}.validate(); }, Kind::usage, "--passes");
}

}  // namespace
}  // namespace ocelli::internal::coordinate_descent_test
