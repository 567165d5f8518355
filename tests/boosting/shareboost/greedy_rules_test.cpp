#include "ocelli/boosting/shareboost/greedy_rules.hpp"

#include <gmock/gmock.h>

#include "boosting/plain_gains.hpp"
#include "boosting/plain_softmax.hpp"
#include "features/with_threads.hpp"
#include "ocelli/boosting/pools/dense_pool.hpp"

namespace ocelli::internal::greedy_rules_test {
namespace {

constexpr std::size_t kClasses = 3, kColumns = 24, kSamples = 300, kTraining = 250;

/// Columns of different ranges, some of which say something about the classes, and scores from an earlier
/// round.
struct Problem {
  explicit Problem(std::size_t width = 1) : pool(columns, width) {
    Random random(3);
    for (std::size_t c = 0; c < kClasses; ++c) {
      for (float& score : scores.of(c)) score = static_cast<float>(0.3 * random.normal());
    }
  }

  BinnedResponses columns = test::noise_columns(kColumns, kSamples, 1);
  std::vector<std::uint16_t> labels =
      test::planted_labels(columns, test::noise_weights(kClasses, kColumns, 2), 0.5, 3);
  PoolLabels pool_labels{labels, kTraining, kClasses};
  ClassTable scores{kClasses, kSamples};
  DensePool pool;

  std::optional<Candidate> choice(GreedyRule rule, std::span<const std::uint64_t> taken = {}) const {
    return choose(pool, scores, pool_labels, rule, kColumns, taken);
  }

  /// What the loss would be with weights on this group's columns alone, on top of the scores.
  test::PlainObjective with_group(std::uint64_t group) const {
    BinnedResponses own(pool.width(), kSamples, 256);
    pool.write(group, own, 0);
    Eigen::MatrixXd start(kSamples, kClasses);
    for (std::size_t i = 0; i < kSamples; ++i) {
      for (std::size_t c = 0; c < kClasses; ++c) {
        start(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(c)) = scores.of(c)[i];
      }
    }
    return {test::numbers_of(own), {labels.begin(), labels.begin() + kTraining}, start};
  }

  ClassWeights no_weights() const {
    return ClassWeights::Zero(kClasses, static_cast<Eigen::Index>(pool.width() + 1));
  }

  /// The group for which `loss` is least.
  template <class Loss>
  std::uint64_t best_group(const Loss& loss) const {
    std::uint64_t best = 0;
    double min = 1e9;
    for (std::uint64_t g = 0; g < kColumns / pool.width(); ++g) {
      const double own = loss(with_group(g));
      if (own < min) best = g, min = own;
    }
    return best;
  }
};

double min_along_gradient(const test::PlainObjective& objective, const ClassWeights& none) {
  const ClassWeights gradient = objective.gradient(none);
  double min = objective.loss(none);
  for (double length = 0.01; length < 100; length *= 1.02) {
    min = std::min(min, objective.loss(-length * gradient));
  }
  return min;
}

double min_with_free_weights(const test::PlainObjective& objective, ClassWeights at) {
  for (int step = 0; step < 200; ++step) at -= 0.5 * objective.gradient(at);
  return objective.loss(at);
}

TEST(GreedyRules, GradientTakesTheLargestGradientOfAll) {
  const Problem problem;
  ClassTable residuals(kClasses, kTraining);
  for (std::size_t c = 0; c < kClasses; ++c) {
    std::ranges::copy(problem.scores.of(c).first(kTraining), residuals.of(c).begin());
  }
  softmax_residuals(residuals, 0, problem.pool_labels.learned());
  const auto best = problem.best_group([&](const test::PlainObjective& objective) {
    return -objective.gradient(problem.no_weights()).leftCols(1).cwiseAbs().sum();
  });
  const auto choice = problem.choice(GreedyRule::gradient);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->group, best);
  EXPECT_NEAR(choice->gain, test::plain_gain(problem.pool, best, residuals), 1e-6);
}

TEST(GreedyRules, LineSearchTakesTheLargestDecreaseAlongAGradient) {
  for (const std::size_t width : {1, 3}) {
    const Problem problem(width);
    const auto best = problem.best_group([&](const test::PlainObjective& objective) {
      return min_along_gradient(objective, problem.no_weights());
    });
    EXPECT_EQ(problem.choice(GreedyRule::line_search)->group, best);
  }
}

TEST(GreedyRules, FreeColumnTakesTheLargestDecreaseOfAnyWeights) {
  for (const std::size_t width : {1, 3}) {
    const Problem problem(width);
    const auto best = problem.best_group([&](const test::PlainObjective& objective) {
      return min_with_free_weights(objective, problem.no_weights());
    });
    EXPECT_EQ(problem.choice(GreedyRule::free_column)->group, best);
  }
}

TEST(GreedyRules, WeighOnlyTheShortlistOfLargestGradients) {
  const Problem problem;
  const auto by_gradient = problem.choice(GreedyRule::gradient);
  for (const GreedyRule rule : {GreedyRule::line_search, GreedyRule::free_column}) {
    const auto choice = choose(problem.pool, problem.scores, problem.pool_labels, rule, 1, {});
    EXPECT_EQ(choice->group, by_gradient->group);
  }
}

TEST(GreedyRules, ChooseNothingWhenEverythingIsTaken) {
  const Problem problem(kColumns);
  const std::vector<std::uint64_t> taken{0};
  for (const GreedyRule rule : {GreedyRule::gradient, GreedyRule::line_search, GreedyRule::free_column}) {
    EXPECT_FALSE(problem.choice(rule, taken));
  }
}

// Bytes that all stand for zero: a column without any gradient.
TEST(GreedyRules, ChooseNothingWithoutAGradient) {
  BinnedResponses silent(1, kSamples, 256);
  silent.binning(0) = {-0.5f, 1};
  const DensePool pool(silent);
  const Problem problem;
  EXPECT_FALSE(choose(pool, problem.scores, problem.pool_labels, GreedyRule::gradient, 1, {}));
}

TEST(GreedyRules, ChooseAlikeForAnyNumberOfThreads) {
  const Problem problem;
  for (const GreedyRule rule : {GreedyRule::gradient, GreedyRule::line_search, GreedyRule::free_column}) {
    const auto act = [&] { return *problem.choice(rule); };
    EXPECT_EQ(test::with_threads(1, act), test::with_threads(3, act));
  }
}

}  // namespace
}  // namespace ocelli::internal::greedy_rules_test
