#include "ocelli/boosting/multilayer/output_layer.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "boosting/plain_softmax.hpp"
#include "boosting/two_layers.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::output_layer_test {
namespace {

using testing::Each;

constexpr std::size_t kClasses = 3, kFeatures = 4, kPoints = 5;

/// More samples than one block holds and not a whole number of registers, the last of which are not learned
/// from.
struct Problem {
  explicit Problem(std::size_t samples = 1050, std::size_t training = 990)
      : pool(test::random_pool(samples, kPoints, 12, 1)),
        state(test::random_layers(pool, kFeatures, kClasses, 6, 2)),
        labels_of_all(test::noise_labels(samples, kClasses, 3)),
        labels{labels_of_all, training, kClasses},
        hidden(test::hidden_layer(pool, state)),
        scores(output_scores(hidden, state.output)),
        plain(pool, state, labels) {}

  double loss(const HiddenLayer& layer) const {
    double loss = 0;
    score_derivatives(output_scores(layer, state.output), labels, loss);
    return loss;
  }

  LocalPool pool;
  MultiLayerState state;
  std::vector<std::uint16_t> labels_of_all;
  PoolLabels labels;
  HiddenLayer hidden;
  ClassTable scores;
  test::PlainLayers plain;
};

TEST(OutputLayer, ScoresAsPlainSumsDo) {
  const Problem problem;
  for (std::size_t c = 0; c < kClasses; ++c) {
    for (std::size_t i = 0; i < 1050; ++i) {
      ASSERT_NEAR(problem.scores.of(c)[i], problem.plain.score(c, i), 1e-4);
    }
  }
}

TEST(OutputLayer, GivesTheValuesOfPlainDisjunctions) {
  const Problem problem;
  for (const Disjunction& disjunction : test::random_disjunctions(20, kFeatures, 4)) {
    const std::vector<float> values = disjunction_values(problem.hidden, disjunction);
    for (std::size_t i = 0; i < 1050; ++i) {
      ASSERT_NEAR(values[i], problem.plain.value(disjunction, i), 1e-5);
    }
  }
}

TEST(OutputLayer, LosesWhatPlainSumsLose) {
  const Problem problem;
  EXPECT_NEAR(problem.loss(problem.hidden), problem.plain.loss(), 1e-5 * problem.plain.loss());
}

TEST(OutputLayer, KnowsTheDerivativesOfTheLossByTheScores) {
  const Problem problem(40, 33);
  double loss = 0;
  const ClassTable derivatives = score_derivatives(problem.scores, problem.labels, loss);
  for (std::size_t c = 0; c < kClasses; ++c) {
    for (std::size_t i = 0; i < 33; ++i) {
      const double y = problem.labels_of_all[i] == c ? 1 : -1;
      const double expected = -y * std::exp(-y * problem.plain.score(c, i)) / (33 * kClasses);
      ASSERT_NEAR(derivatives.of(c)[i], expected, 1e-4 * std::abs(expected));
    }
    EXPECT_THAT(derivatives.of(c).subspan(33), Each(0));
  }
}

TEST(LocalDerivatives, AreThoseOfFiniteDifferences) {
  Problem problem(600, 560);
  double loss = 0;
  const std::vector<std::size_t> features{2, 0, 3};
  const LocalDerivatives derivatives =
      local_derivatives(problem.hidden, problem.state.output,
                        score_derivatives(problem.scores, problem.labels, loss), features);
  ASSERT_EQ(derivatives.features, 3u);
  ASSERT_EQ(derivatives.rows.size(), derivatives.places.size() * 3);
  ASSERT_GT(derivatives.places.size(), 1000u);
  for (std::size_t row = 0; row < derivatives.places.size(); ++row) {
    for (std::size_t f = 0; f < 3; ++f) {
      const double slope = problem.plain.slope(features[f], derivatives.places[row]);
      ASSERT_NEAR(derivatives.rows[row * 3 + f], slope, 1e-4 * std::abs(slope) + 1e-9);
    }
  }
}

TEST(LocalDerivatives, LeaveOutTheSmallestOnly) {
  Problem problem(600, 560);
  double loss = 0;
  const std::vector<std::size_t> features{0, 1, 2, 3};
  const LocalDerivatives derivatives =
      local_derivatives(problem.hidden, problem.state.output,
                        score_derivatives(problem.scores, problem.labels, loss), features);
  EXPECT_TRUE(std::ranges::is_sorted(derivatives.places, std::less_equal()));
  double all = 0, left_out = 0, largest_left_out = 0, smallest_kept = 1;
  for (std::uint32_t p = 0; p < kPoints * 600; ++p) {
    double size = 0;
    for (const std::size_t d : features) size += std::abs(problem.plain.slope(d, p));
    all += size;
    if (std::ranges::binary_search(derivatives.places, p)) {
      smallest_kept = std::min(smallest_kept, size);
    } else {
      left_out += size;
      largest_left_out = std::max(largest_left_out, size);
    }
  }
  EXPECT_GT(left_out, 0);
  EXPECT_LT(left_out, 1.001 * kNeglected * all);
  EXPECT_LT(largest_left_out, 1.001 * smallest_kept);
}

TEST(HiddenStep, FindsTheLossThatTheVoteLeadsTo) {
  const Problem problem;
  const auto bytes = problem.pool.responses.of(7);
  for (std::size_t feature = 0; feature < kFeatures; ++feature) {
    const HiddenStep step(problem.hidden, problem.state.output, problem.scores, problem.labels, feature,
                          bytes, 130);
    for (const double weight : {-3.0, -0.4, 0.0, 0.05, 1.0, 3.9}) {
      HiddenLayer after = problem.hidden;
      after.add(feature, bytes, 130, static_cast<float>(weight));
      const double loss = problem.loss(after);
      EXPECT_NEAR(step.loss(weight), loss, 1e-5 * loss) << "feature " << feature << ", weight " << weight;
    }
  }
}

TEST(HiddenStep, HasAsItsSlopeTheSumOfTheLocalDerivatives) {
  Problem problem(600, 560);
  const auto bytes = problem.pool.responses.of(3);
  const HiddenStep step(problem.hidden, problem.state.output, problem.scores, problem.labels, 1, bytes, 90);
  double slope = 0;
  for (std::size_t p = 0; p < bytes.size(); ++p) {
    slope += (bytes[p] >= 90 ? 1 : -1) * problem.plain.slope(1, p);
  }
  EXPECT_NEAR((step.loss(0.01) - step.loss(-0.01)) / 0.02, slope, 1e-3 * std::abs(slope) + 1e-5);
}

TEST(HiddenStep, KnowsTheScoresAfterTheVote) {
  Problem problem;
  const auto bytes = problem.pool.responses.of(5);
  const HiddenStep step(problem.hidden, problem.state.output, problem.scores, problem.labels, 2, bytes, 60);
  problem.hidden.add(2, bytes, 60, 0.8f);
  const ClassTable after = step.scores_after(),
                   expected = output_scores(problem.hidden, problem.state.output);
  for (std::size_t c = 0; c < kClasses; ++c) {
    for (std::size_t i = 0; i < 1050; ++i) ASSERT_NEAR(after.of(c)[i], expected.of(c)[i], 1e-5);
  }
}

TEST(HiddenStep, OfAFeatureThatNobodyAsksForChangesNothing) {
  Problem problem;
  for (auto& votes : problem.state.output) {
    for (DisjunctionVote& vote : votes) vote.disjunction.feature = 0;
  }
  problem.scores = output_scores(problem.hidden, problem.state.output);
  const HiddenStep step(problem.hidden, problem.state.output, problem.scores, problem.labels, 1,
                        problem.pool.responses.of(0), 128);
  EXPECT_EQ(step.loss(2), step.loss(0));
  EXPECT_NEAR(step.loss(0), problem.loss(problem.hidden), 1e-6);
}

constexpr DisjunctionRule kRules[] = {DisjunctionRule::derivative, DisjunctionRule::decrease};

/// |sum of L' g|, or its square over the sum of |L'| g^2, of a class.
double plain_promise(const Problem& problem, const ClassTable& by_score, const Disjunction& disjunction,
                     std::size_t c, DisjunctionRule rule) {
  double slope = 0, curvature = 0;
  for (std::size_t i = 0; i < problem.labels.training; ++i) {
    const double value = problem.plain.value(disjunction, i), derivative = by_score.of(c)[i];
    slope += derivative * value;
    curvature += std::abs(derivative) * value * value;
  }
  return rule == DisjunctionRule::derivative ? std::abs(slope) : slope * slope / curvature;
}

TEST(BestDisjunctions, AreThoseThatPlainLoopsFind) {
  const Problem problem;
  double loss = 0;
  const ClassTable by_score = score_derivatives(problem.scores, problem.labels, loss);
  const std::vector<Disjunction> candidates = test::random_disjunctions(60, kFeatures, 6);
  for (const DisjunctionRule rule : kRules) {
    const std::vector<Disjunction> best = best_disjunctions(problem.hidden, by_score, candidates, rule);
    ASSERT_EQ(best.size(), kClasses);
    for (std::size_t c = 0; c < kClasses; ++c) {
      const auto promise = [&](const Disjunction& g) { return plain_promise(problem, by_score, g, c, rule); };
      EXPECT_EQ(best[c], *std::ranges::max_element(candidates, {}, promise)) << "class " << c;
    }
  }
}

// No point lies further right: both areas hold the same ones.
TEST(BestDisjunctions, AreTheFirstOfEqualOnes) {
  Problem problem;
  for (float& x : problem.pool.places.x) x = x < 0 ? x : std::min(x, 5.0f);
  const HiddenLayer hidden = test::hidden_layer(problem.pool, problem.state);
  double loss = 0;
  const ClassTable by_score = score_derivatives(problem.scores, problem.labels, loss);
  const Disjunction narrow{0, {0, 0, 6, 9}}, wide{0, {0, 0, 14, 9}};
  for (const DisjunctionRule rule : kRules) {
    EXPECT_THAT(best_disjunctions(hidden, by_score, std::vector{narrow, wide}, rule), Each(narrow));
    EXPECT_THAT(best_disjunctions(hidden, by_score, std::vector{wide, narrow}, rule), Each(wide));
  }
}

TEST(OutputLayer, IsTheSameForAnyNumberOfThreads) {
  const Problem problem;
  const std::vector<Disjunction> candidates = test::random_disjunctions(40, kFeatures, 7);
  const std::vector<std::size_t> features{0, 1, 2, 3};
  const auto act = [&] {
    double loss = 0;
    const ClassTable by_score =
        score_derivatives(output_scores(problem.hidden, problem.state.output), problem.labels, loss);
    const HiddenStep step(problem.hidden, problem.state.output, problem.scores, problem.labels, 0,
                          problem.pool.responses.of(1), 100);
    return std::tuple(loss, step.loss(0.3),
                      best_disjunctions(problem.hidden, by_score, candidates, kRules[1]),
                      local_derivatives(problem.hidden, problem.state.output, by_score, features).rows);
  };
  EXPECT_EQ(test::with_threads(1, act), test::with_threads(3, act));
}

/// sum_i exp(-(margin + weight * value)).
double vote_loss(std::span<const float> margins, std::span<const float> values, double weight) {
  double sum = 0;
  for (std::size_t i = 0; i < margins.size(); ++i) sum += std::exp(-margins[i] - weight * values[i]);
  return sum;
}

struct Vote {
  Vote(double spread, std::uint64_t seed) {
    Random random(seed);
    for (int i = 0; i < 500; ++i) {
      margins.push_back(static_cast<float>(2 * random.normal()));
      values.push_back(static_cast<float>(std::clamp(0.2 + spread * random.normal(), -1.0, 1.0)));
    }
  }
  std::vector<float> margins, values;
};

TEST(BestVoteWeight, OfVotesOfOneIsTheClosedForm) {
  Vote vote(0.5, 1);
  double right = 0, wrong = 0;
  for (std::size_t i = 0; i < vote.values.size(); ++i) {
    vote.values[i] = vote.values[i] < 0 ? -1.0f : 1.0f;
    (vote.values[i] > 0 ? right : wrong) += std::exp(-vote.margins[i]);
  }
  EXPECT_NEAR(best_vote_weight(vote.margins, vote.values), std::log(right / wrong) / 2, 1e-5);
}

TEST(BestVoteWeight, OfOtherVotesIsWhereAFineSearchFindsTheLeastLoss) {
  for (const double spread : {0.01, 0.1, 0.4, 2.0}) {
    const Vote vote(spread, 2);
    double best = -4;
    for (double weight = -4; weight <= 4; weight += 0.002) {
      if (vote_loss(vote.margins, vote.values, weight) < vote_loss(vote.margins, vote.values, best)) {
        best = weight;
      }
    }
    EXPECT_NEAR(best_vote_weight(vote.margins, vote.values), best, 0.0025) << spread;
  }
}

TEST(BestVoteWeight, IsBoundedWhereVotesAreNeverWrong) {
  const std::vector<float> margins(50, 0.3f), right(50, 1.0f), wrong(50, -1.0f), half(50, 0.5f),
      none(50, 0.0f);
  EXPECT_EQ(best_vote_weight(margins, right), 4);
  EXPECT_EQ(best_vote_weight(margins, wrong), -4);
  EXPECT_EQ(best_vote_weight(margins, half), 4);
  EXPECT_EQ(best_vote_weight(margins, none), 0);
}

}  // namespace
}  // namespace ocelli::internal::output_layer_test
