#include "ocelli/baselines/bounded_lbfgs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "boosting/stump_ground.hpp"

namespace ocelli::internal::baselines::bounded_lbfgs_test {
namespace {

using test::RandomMaster;

TEST(BoundedLbfgs, FindsTheMinimumThatCoordinateDescentFinds) {
  for (const double c : {10.0, 1e3, 1e5}) {
    RandomMaster one(200, 3, 30, c, 1), other(200, 3, 30, c, 1);
    descend(one.problem(), 30, {1e-6, 10'000}, 1, one.weights, one.mu);
    minimize_bounded(other.problem(), {1e-13, 10'000}, other.weights, other.mu);
    EXPECT_NEAR(other.objective(), one.objective(), 1e-4 * one.objective()) << "C " << c;
  }
}

TEST(BoundedLbfgs, KeepsWeightsFromBeingNegative) {
  RandomMaster master(200, 3, 30, 1e3, 2);
  minimize_bounded(master.problem(), {}, master.weights, master.mu);
  EXPECT_TRUE(std::ranges::all_of(master.weights, [](const ColumnWeight& w) { return w.value >= 0; }));
  EXPECT_TRUE(std::ranges::any_of(master.weights, [](const ColumnWeight& w) { return w.value == 0; }));
}

TEST(BoundedLbfgs, LeavesMuOfItsWeights) {
  RandomMaster master(200, 3, 30, 1e3, 3);
  minimize_bounded(master.problem(), {}, master.weights, master.mu);
  EXPECT_NEAR(master.objective(), test::plain_objective(master.problem(), master.weights), 1e-9);
}

TEST(BoundedLbfgs, NeverRaisesTheObjective) {
  RandomMaster master(200, 3, 30, 1e3, 4);
  descend(master.problem(), 30, {1e-6, 50}, 1, master.weights, master.mu);
  const double before = master.objective();
  minimize_bounded(master.problem(), {}, master.weights, master.mu);
  EXPECT_LE(master.objective(), before * (1 + 1e-12));
}

}  // namespace
}  // namespace ocelli::internal::baselines::bounded_lbfgs_test
