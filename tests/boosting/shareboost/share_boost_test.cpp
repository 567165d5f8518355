#include "ocelli/boosting/shareboost/share_boost.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "boosting/plain_gains.hpp"
#include "boosting/plain_softmax.hpp"
#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "ocelli/boosting/pools/dense_pool.hpp"

namespace ocelli::internal::share_boost_test {
namespace {

constexpr std::size_t kClasses = 4, kColumns = 30;

/// Classes that many of the columns say a little about.
struct Problem {
  explicit Problem(std::size_t samples = 600, std::size_t training = 600, std::size_t width = 1)
      : columns(test::noise_columns(kColumns, samples, 1)),
        labels(test::planted_labels(columns, test::noise_weights(kClasses, kColumns, 2), 1.0, 3)),
        pool_labels{labels, training, kClasses},
        pool(columns, width) {}

  BinnedResponses columns;
  std::vector<std::uint16_t> labels;
  PoolLabels pool_labels;
  DensePool pool;

  ShareBoostState run(const ShareBoostOptions& options, ShareBoostState from = {}) const {
    return share_boost(pool, pool_labels, options, std::move(from));
  }
};

void expect_same(const ShareBoostState& a, const ShareBoostState& b) {
  EXPECT_EQ(a.rounds, b.rounds);
  EXPECT_EQ(a.weights, b.weights);
  EXPECT_EQ(a.best_weights, b.best_weights);
  EXPECT_EQ(a.best_round, b.best_round);
}

TEST(ShareBoost, ChoosesTheLargestGradientFirst) {
  const Problem problem;
  ClassTable residuals(kClasses, 600);
  softmax_residuals(residuals, 0, problem.labels);
  std::vector<std::uint64_t> all(kColumns);
  std::iota(all.begin(), all.end(), 0);
  const ShareBoostState state = problem.run({.rounds = 1});
  EXPECT_EQ(state.groups(), std::vector{test::plain_leaders(problem.pool, all, residuals)[0].group});
}

TEST(ShareBoost, NeverRaisesTheObjectiveFromRoundToRound) {
  const Problem problem;
  for (const Regularizer regularizer :
       {Regularizer{}, Regularizer{.frobenius = 0.01}, Regularizer{.mixed = 0.01}}) {
    for (const GreedyRule rule : {GreedyRule::gradient, GreedyRule::line_search, GreedyRule::free_column}) {
      double last = std::log(1 + (kClasses - 1) * std::exp(1));  // the loss without weights
      for (const ShareBoostRound& round :
           problem.run({.rounds = 12, .rule = rule, .shortlist = 5, .regularizer = regularizer}).rounds) {
        EXPECT_LE(round.objective, last);
        last = round.objective;
      }
    }
  }
}

TEST(ShareBoost, RefitsAllChosenColumnsInEachRound) {
  const Problem problem;
  const ShareBoostState state = problem.run({.rounds = 10, .minimizer = {.tolerance = 1e-4}});
  const Eigen::MatrixXd numbers = test::numbers_of(problem.columns);
  test::PlainObjective plain{Eigen::MatrixXd(numbers.rows(), 10), problem.labels, {}};
  for (Eigen::Index j = 0; j < 10; ++j) {
    plain.numbers.col(j) =
        numbers.col(static_cast<Eigen::Index>(state.groups()[static_cast<std::size_t>(j)]));
  }
  EXPECT_NEAR(plain.loss(state.weights), state.rounds.back().objective, 1e-6);
  EXPECT_LT(plain.gradient(state.weights).cwiseAbs().maxCoeff(), 0.01);
}

TEST(ShareBoost, CountsTheErrorsOfBothParts) {
  const Problem problem(600, 400);
  const ShareBoostState state = problem.run({.rounds = 6});
  BinnedResponses chosen(6, 600, 256);
  for (std::size_t r = 0; r < 6; ++r) problem.pool.write(state.groups()[r], chosen, r);
  const test::PlainObjective plain{test::numbers_of(chosen), problem.labels, {}};
  std::size_t training = 0, validation = 0;
  for (std::size_t i = 0; i < 600; ++i) {
    Eigen::Index best = 0;
    plain.scores(state.weights, i).maxCoeff(&best);
    (i < 400 ? training : validation) += best != problem.labels[i] ? 1 : 0;
  }
  EXPECT_EQ(state.rounds.back().training_errors, training);
  EXPECT_EQ(state.rounds.back().validation_errors, validation);
}

TEST(ShareBoost, GoesOnFromAStateToTheSameEndBitForBit) {
  const Problem problem(600, 450);
  const ShareBoostState whole = problem.run({.rounds = 10});
  for (const std::size_t known : {1, 4, 9, 10}) {
    expect_same(problem.run({.rounds = 10}, problem.run({.rounds = known})), whole);
  }
}

TEST(ShareBoost, TellsTheStateAfterEachRound) {
  const Problem problem;
  std::vector<ShareBoostState> told;
  const ShareBoostState end = share_boost(problem.pool, problem.pool_labels, {.rounds = 3}, {},
                                          [&](const ShareBoostState& state) { told.push_back(state); });
  ASSERT_EQ(told.size(), 3u);
  for (std::size_t r = 0; r < 3; ++r) EXPECT_EQ(told[r].rounds.size(), r + 1);
  expect_same(told.back(), end);
}

TEST(ShareBoost, IsTheSameBitForBitForAnyNumberOfThreads) {
  const Problem problem(5000, 4500);
  for (const GreedyRule rule : {GreedyRule::gradient, GreedyRule::line_search, GreedyRule::free_column}) {
    const auto act = [&] { return problem.run({.rounds = 5, .rule = rule, .shortlist = 4}); };
    expect_same(test::with_threads(1, act), test::with_threads(3, act));
  }
}

TEST(ShareBoost, KeepsTheRoundWithTheFewestValidationErrors) {
  const Problem problem(200, 100);
  std::vector<ClassWeights> weights;
  const ShareBoostState state =
      share_boost(problem.pool, problem.pool_labels, {.rounds = 20}, {},
                  [&](const ShareBoostState& at) { weights.push_back(at.weights); });
  const auto min = std::ranges::min_element(state.rounds, {}, &ShareBoostRound::validation_errors);
  EXPECT_EQ(state.best_round, static_cast<std::size_t>(min - state.rounds.begin()));
  EXPECT_EQ(state.best_weights, weights[state.best_round]);
  ASSERT_LT(state.best_round, 19u) << "the problem should overfit, or else this says little";
}

TEST(ShareBoost, KeepsTheLastRoundWithoutValidation) {
  const ShareBoostState state = Problem().run({.rounds = 4});
  EXPECT_EQ(state.best_round, 3u);
  EXPECT_EQ(state.best_weights, state.weights);
}

TEST(ShareBoost, StopsWhenItsPatienceEnds) {
  const Problem problem(200, 100);
  const ShareBoostState state = problem.run({.rounds = 20, .patience = 2});
  EXPECT_LT(state.rounds.size(), 20u);
  EXPECT_EQ(state.rounds.size(), state.best_round + 1 + 2);
  const ShareBoostState patient = problem.run({.rounds = 20});
  EXPECT_TRUE(std::ranges::equal(state.rounds, std::span(patient.rounds).first(state.rounds.size())));
}

TEST(ShareBoost, ChoosesWholeGroups) {
  const Problem problem(600, 600, 3);
  const ShareBoostState state = problem.run({.rounds = 10});
  EXPECT_EQ(state.weights.cols(), 3 * 10 + 1);
  EXPECT_THAT(state.groups(), testing::UnorderedElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_GT(state.weights.colwise().lpNorm<Eigen::Infinity>().minCoeff(), 0);
}

TEST(ShareBoost, EndsWhenEverythingIsTaken) {
  const Problem problem(600, 600, 10);
  EXPECT_EQ(problem.run({.rounds = 50}).rounds.size(), 3u);
}

TEST(ShareBoost, GrowsByAShareOfWhatIsChosen) {
  const Problem problem(600, 450);
  std::vector<std::size_t> sizes;
  const ShareBoostState state =
      share_boost(problem.pool, problem.pool_labels, {.rounds = 100, .growth = 0.5}, {},
                  [&](const ShareBoostState& at) { sizes.push_back(at.rounds.size()); });
  EXPECT_THAT(sizes, testing::ElementsAre(1, 2, 3, 4, 6, 9, 13, 19, 28, 30));
  const auto figures = [](const ShareBoostRound& round) {
    return std::tuple(round.objective, round.training_errors, round.validation_errors);
  };
  EXPECT_EQ(figures(state.rounds[5]), figures(state.rounds[4]));
  EXPECT_THAT(sizes, testing::Contains(state.best_round + 1)) << "a part of what was added was never fitted";
}

TEST(ShareBoost, AddsTheGroupsWithTheLargestGradientsTogether) {
  const Problem problem;
  const ShareBoostState one = problem.run({.rounds = 1});
  BinnedResponses first(1, 600, 256);
  problem.pool.write(one.groups()[0], first, 0);
  const ClassTable scores = SoftmaxObjective(first, 1, problem.labels, kClasses, {}).scores(one.weights);
  const ClassTable residuals = residuals_of(scores, problem.pool_labels);
  const ShareBoostState grown = problem.run({.rounds = 6, .growth = 5});
  const std::vector<Candidate> leaders = problem.pool.leaders(residuals, 5, one.groups());
  for (std::size_t g = 0; g < 5; ++g) EXPECT_EQ(grown.rounds[1 + g].group, leaders[g].group);
}

TEST(ShareBoost, OfAllColumnsIsTheSameHoweverTheyWereAdded) {
  const Problem problem;
  const ShareBoostOptions slow{.rounds = kColumns, .minimizer = {.tolerance = 1e-6}};
  ShareBoostOptions fast = slow;
  fast.growth = 100;
  EXPECT_NEAR(problem.run(slow).rounds.back().objective, problem.run(fast).rounds.back().objective, 1e-4);
}

TEST(ShareBoost, GoesOnGrowingFromAState) {
  const Problem problem(600, 450);
  const ShareBoostOptions options{.rounds = 20, .growth = 0.5};
  std::vector<ShareBoostState> told;
  const ShareBoostState whole = share_boost(problem.pool, problem.pool_labels, options, {},
                                            [&](const ShareBoostState& at) { told.push_back(at); });
  for (const ShareBoostState& known : told) expect_same(problem.run(options, known), whole);
}

TEST(ShareBoost, StopsWhenAskedTo) {
  const Problem problem;
  std::stop_source stop;
  std::size_t rounds = 0;
  const auto watch = [&](const ShareBoostState&) {
    if (++rounds == 2) stop.request_stop();
  };
  const Error error = test::error_of(
      [&] { share_boost(problem.pool, problem.pool_labels, {.rounds = 9}, {}, watch, stop.get_token()); });
  EXPECT_EQ(error.kind(), Kind::canceled);
  EXPECT_EQ(rounds, 2u);
}

TEST(ShareBoost, RefusesLabelsThatDoNotFit) {
  const Problem problem;
  const auto kind_with = [&](const PoolLabels& labels) {
    return test::error_of([&] { share_boost(problem.pool, labels, {}); }).kind();
  };
  EXPECT_EQ(kind_with({std::span(problem.labels).first(599), 599, kClasses}), Kind::training);
  EXPECT_EQ(kind_with({problem.labels, 601, kClasses}), Kind::training);
  EXPECT_EQ(kind_with({problem.labels, 0, kClasses}), Kind::training);
  EXPECT_EQ(kind_with({problem.labels, 600, kClasses - 1}), Kind::training);
  EXPECT_EQ(kind_with({problem.labels, 600, 1}), Kind::training);
}

TEST(ShareBoost, RefusesOptionsThatMakeNoSense) {
  const auto place_of = [](const ShareBoostOptions& options) {
    return test::error_of([&] { options.validate(); }).where();
  };
  EXPECT_EQ(place_of({.rounds = 100'001}), "--rounds");
  EXPECT_EQ(place_of({.growth = -1}), "--growth");
  EXPECT_EQ(place_of({.rule = GreedyRule::line_search, .growth = 1}), "--growth");
  EXPECT_EQ(place_of({.shortlist = 0}), "--shortlist");
  EXPECT_EQ(place_of({.regularizer = {.mixed = -1}}), "--mixed-norm");
  EXPECT_EQ(place_of({.minimizer = {.max_steps = 0}}), "--max-steps");
}

}  // namespace
}  // namespace ocelli::internal::share_boost_test
