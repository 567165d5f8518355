#include "ocelli/baselines/one_against_rest.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "boosting/plain_softmax.hpp"
#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "ocelli/boosting/pools/dense_pool.hpp"

namespace ocelli::internal::baselines::one_against_rest_test {
namespace {

constexpr std::size_t kClasses = 4, kColumns = 30, kSamples = 400;

struct Problem {
  explicit Problem(std::size_t training = kSamples, std::size_t width = 1)
      : columns(test::noise_columns(kColumns, kSamples, 1)),
        labels(test::planted_labels(columns, test::noise_weights(kClasses, kColumns, 2), 1.0, 3)),
        pool_labels{labels, training, kClasses},
        pool(columns, width) {}

  OneAgainstRestState run(const ShareBoostOptions& options, OneAgainstRestState from = {}) const {
    return one_against_rest(pool, pool_labels, options, std::move(from));
  }

  std::vector<std::uint16_t> own_or_other(std::size_t own) const {
    std::vector<std::uint16_t> two;
    for (const std::uint16_t label : labels) two.push_back(label == own ? 1 : 0);
    return two;
  }

  BinnedResponses columns;
  std::vector<std::uint16_t> labels;
  PoolLabels pool_labels;
  DensePool pool;
};

TEST(OneAgainstRest, GrowsForEachClassThePathThatItWouldGrowAlone) {
  for (const std::size_t width : {1, 3}) {
    const Problem problem(300, width);
    const OneAgainstRestState state = problem.run({.rounds = 5});
    ASSERT_EQ(state.classes.size(), kClasses);
    for (std::size_t c = 0; c < kClasses; ++c) {
      const auto two = problem.own_or_other(c);
      const ShareBoostState alone = share_boost(problem.pool, {two, 300, 2}, {.rounds = 5});
      EXPECT_EQ(state.classes[c].rounds, alone.rounds);
      EXPECT_EQ(state.classes[c].weights, alone.weights);
    }
  }
}

// The merged classifier must score every class as its two scores f1 - f0 do.
TEST(OneAgainstRest, MergesThePathsIntoOneClassifierWithTheSameScores) {
  for (const std::size_t width : {1, 3}) {
    const Problem problem(300, width);
    const OneAgainstRestState state = problem.run({.rounds = 6});
    const WeightedGroups whole = merged(state.classes, width);
    EXPECT_TRUE(std::ranges::is_sorted(whole.groups, std::less_equal()) &&
                std::ranges::adjacent_find(whole.groups) == whole.groups.end());
    const ClassTable scores = scores_of(problem.pool, whole);
    for (std::size_t c = 0; c < kClasses; ++c) {
      const ClassTable two = scores_of(problem.pool, {state.classes[c].groups(), state.classes[c].weights});
      for (std::size_t i = 0; i < kSamples; ++i) {
        EXPECT_NEAR(scores.of(c)[i], two.of(1)[i] - two.of(0)[i], 1e-4);
      }
    }
  }
}

TEST(OneAgainstRest, CountsFeaturesOfAllClassesAndErrorsOfBothParts) {
  const Problem problem(300);
  const OneAgainstRestState state = problem.run({.rounds = 6});
  ASSERT_EQ(state.rounds.size(), 6u);
  for (std::size_t r = 0; r < 6; ++r) EXPECT_EQ(state.rounds[r].features, kClasses * (r + 1));
  const OneAgainstRestRound& last = state.rounds.back();
  std::set<std::uint64_t> distinct;
  for (const ShareBoostState& own : state.classes) {
    for (const std::uint64_t group : own.groups()) distinct.insert(group);
  }
  EXPECT_EQ(last.distinct, distinct.size());
  EXPECT_LT(last.distinct, last.features) << "some feature should be chosen twice, or else this says little";
  const ClassTable scores = scores_of(problem.pool, merged(state.classes, 1));
  EXPECT_EQ(last.training_errors, count_errors(scores, problem.labels, 0, 300));
  EXPECT_EQ(last.validation_errors, count_errors(scores, problem.labels, 300, kSamples));
}

TEST(OneAgainstRest, KeepsTheRoundWithTheFewestValidationErrorsAndStopsWhenItsPatienceEnds) {
  const Problem problem(40);
  const OneAgainstRestState state = problem.run({.rounds = 15});
  const auto min = std::ranges::min_element(state.rounds, {}, &OneAgainstRestRound::validation_errors);
  EXPECT_EQ(state.best_round, static_cast<std::size_t>(min - state.rounds.begin()));
  ASSERT_LT(state.best_round, 12u) << "the problem should overfit, or else this says little";
  const ClassTable scores = scores_of(problem.pool, state.best);
  EXPECT_EQ(count_errors(scores, problem.labels, 40, kSamples), min->validation_errors);

  const OneAgainstRestState impatient = problem.run({.rounds = 15, .patience = 2});
  EXPECT_EQ(impatient.rounds.size(), impatient.best_round + 1 + 2);
}

TEST(OneAgainstRest, KeepsTheLastRoundWithoutValidation) {
  const Problem problem;
  const OneAgainstRestState state = problem.run({.rounds = 3});
  EXPECT_EQ(state.best_round, 2u);
  EXPECT_EQ(state.best.weights, merged(state.classes, 1).weights);
}

TEST(OneAgainstRest, GoesOnFromAStateToTheSameEndBitForBit) {
  const Problem problem(300);
  const OneAgainstRestState whole = problem.run({.rounds = 6});
  const OneAgainstRestState again = problem.run({.rounds = 6}, problem.run({.rounds = 2}));
  EXPECT_EQ(whole.rounds, again.rounds);
  EXPECT_EQ(whole.best.groups, again.best.groups);
  EXPECT_EQ(whole.best.weights, again.best.weights);
}

TEST(OneAgainstRest, EndsWhenEverythingIsTaken) {
  const Problem problem(kSamples, 10);
  const OneAgainstRestState state = problem.run({.rounds = 50});
  EXPECT_EQ(state.rounds.size(), 3u);
  EXPECT_EQ(state.rounds.back().distinct, 3u);
}

TEST(OneAgainstRest, IsTheSameBitForBitForAnyNumberOfThreads) {
  const Problem problem;
  const auto act = [&] { return problem.run({.rounds = 4}); };
  const auto one = test::with_threads(1, act), several = test::with_threads(3, act);
  EXPECT_EQ(one.rounds, several.rounds);
  EXPECT_EQ(one.best.groups, several.best.groups);
  EXPECT_EQ(one.best.weights, several.best.weights);
}

TEST(OneAgainstRest, StopsWhenAskedTo) {
  const Problem problem;
  std::stop_source stop;
  std::size_t rounds = 0;
  const auto watch = [&](const OneAgainstRestState& state) {
    EXPECT_EQ(state.rounds.size(), ++rounds);
    if (rounds == 2) stop.request_stop();
  };
  const Error error = test::error_of([&] {
    one_against_rest(problem.pool, problem.pool_labels, {.rounds = 9}, {}, watch, stop.get_token());
  });
  EXPECT_EQ(error.kind(), Kind::canceled);
  EXPECT_EQ(rounds, 2u);
}

}  // namespace
}  // namespace ocelli::internal::baselines::one_against_rest_test
