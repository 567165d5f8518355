#include "ocelli/metrics/assignment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace ocelli::internal::assignment_test {
namespace {

double gain_of(const Eigen::MatrixXd& gains, const std::vector<std::optional<int>>& assigned) {
  double sum = 0;
  for (std::size_t row = 0; row < assigned.size(); ++row)
    if (assigned[row]) sum += gains(static_cast<Eigen::Index>(row), *assigned[row]);
  return sum;
}

/// Tries every order of the columns, with empty ones so that a row may have none.
double best_by_brute_force(const Eigen::MatrixXd& gains) {
  std::vector<Eigen::Index> columns(static_cast<std::size_t>(gains.cols() + gains.rows()));
  std::iota(columns.begin(), columns.end(), Eigen::Index{0});
  double best = 0;
  do {
    double sum = 0;
    for (Eigen::Index row = 0; row < gains.rows(); ++row) {
      const Eigen::Index column = columns[static_cast<std::size_t>(row)];
      if (column < gains.cols()) sum += std::max(gains(row, column), 0.0);
    }
    best = std::max(best, sum);
  } while (std::ranges::next_permutation(columns).found);
  return best;
}

TEST(BestAssignment, FindsWhatTryingAllFinds) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-0.5, 1);
  for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 4}, {4, 1}, {3, 3}, {2, 5}, {4, 3}, {4, 4}}) {
    for (int trial = 0; trial < 5; ++trial) {
      const Eigen::MatrixXd gains = Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return any(random); });
      EXPECT_NEAR(gain_of(gains, best_assignment(gains)), best_by_brute_force(gains), 1e-12) << gains;
    }
  }
}

TEST(BestAssignment, PrefersTheLargerSumToTheLargestPair) {
  const Eigen::MatrixXd gains{{1.0, 0.9}, {0.8, 0.0}};
  EXPECT_EQ(best_assignment(gains), (std::vector<std::optional<int>>{1, 0}));
}

TEST(BestAssignment, KeepsPairsWithoutGainApart) {
  const Eigen::MatrixXd gains{{0.0, -1.0}, {0.5, 0.0}};
  EXPECT_EQ(best_assignment(gains), (std::vector<std::optional<int>>{std::nullopt, 0}));
}

TEST(BestAssignment, OfNothingIsNothing) {
  EXPECT_TRUE(best_assignment(Eigen::MatrixXd(0, 3)).empty());
  EXPECT_EQ(best_assignment(Eigen::MatrixXd(2, 0)), (std::vector<std::optional<int>>(2)));
}

TEST(BestAssignment, UsesEachColumnOnceInLargeProblems) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(0.01, 1);
  const Eigen::MatrixXd gains = Eigen::MatrixXd::NullaryExpr(150, 120, [&] { return any(random); });
  std::set<int> used;
  for (const std::optional<int>& column : best_assignment(gains))
    EXPECT_TRUE(!column || used.insert(*column).second);
  EXPECT_EQ(used.size(), 120U);
}

}  // namespace
}  // namespace ocelli::internal::assignment_test
