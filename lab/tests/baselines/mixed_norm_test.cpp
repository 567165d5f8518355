#include "ocelli/baselines/mixed_norm.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "boosting/plain_gains.hpp"
#include "boosting/plain_softmax.hpp"
#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "ocelli/boosting/pools/dense_pool.hpp"

namespace ocelli::internal::baselines::mixed_norm_test {
namespace {

constexpr std::size_t kClasses = 4, kColumns = 24, kSamples = 500;

/// Classes that depend strongly on some of the columns and weakly on others.
struct Problem {
  explicit Problem(std::size_t training = kSamples, std::size_t width = 1)
      : columns(test::noise_columns(kColumns, kSamples, 1)),
        labels(test::planted_labels(columns, weights(), 1.0, 3)),
        pool_labels{labels, training, kClasses},
        pool(columns, width) {}

  static ClassWeights weights() {
    ClassWeights weights = test::noise_weights(kClasses, kColumns, 2);
    for (Eigen::Index j = 0; j < weights.cols(); ++j) weights.col(j) /= static_cast<double>(1 + j);
    return weights;
  }

  MixedNormPoint strongest() const { return strongest_penalty(pool, pool_labels, {}); }
  MixedNormPoint at(double lambda, const MixedNormOptions& options = {}) const {
    return mixed_norm(pool, pool_labels, lambda, strongest(), options);
  }
  std::vector<MixedNormPoint> path(const MixedNormOptions& options) const {
    return mixed_norm_path(pool, pool_labels, options).rounds;
  }

  BinnedResponses columns;
  std::vector<std::uint16_t> labels;
  PoolLabels pool_labels;
  DensePool pool;
};

/// The objective, recomputed over all columns in double with plain loops.
struct PlainMixedNorm {
  explicit PlainMixedNorm(const Problem& problem)
      : loss{test::numbers_of(problem.columns),
             {problem.pool_labels.learned().begin(), problem.pool_labels.learned().end()},
             {}},
        width(static_cast<Eigen::Index>(problem.pool.width())) {}

  double objective(const ClassWeights& weights, double lambda) const {
    double sum = loss.loss(weights);
    for (Eigen::Index j = 0; j + 1 < weights.cols(); j += width) {
      sum += lambda * weights.middleCols(j, width).cwiseAbs().maxCoeff();
    }
    return sum;
  }

  test::PlainObjective loss;
  Eigen::Index width;
};

/// The point's weights including zeros, one column for each in the pool.
ClassWeights all_weights(const MixedNormPoint& point, std::size_t width = 1) {
  const ClassWeights& own = point.classifier.weights;
  ClassWeights all = ClassWeights::Zero(kClasses, kColumns + 1);
  all.rightCols(1) = own.rightCols(1);
  const auto step = static_cast<Eigen::Index>(width);
  for (std::size_t g = 0; g < point.features(); ++g) {
    all.middleCols(static_cast<Eigen::Index>(point.classifier.groups[g]) * step, step) =
        own.middleCols(static_cast<Eigen::Index>(g) * step, step);
  }
  return all;
}

double prox_objective(std::span<const double> v, std::span<const double> x, double strength) {
  double squares = 0, max = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    squares += (v[i] - x[i]) * (v[i] - x[i]);
    max = std::max(max, std::abs(v[i]));
  }
  return squares / 2 + strength * max;
}

/// The minimum of prox_objective(). For a given maximum, the best v is x clipped to it, so the test tries
/// maxima.
double least_prox_objective(std::span<const double> x, double strength) {
  double min = prox_objective(std::vector<double>(x.size()), x, strength);
  for (double max = 0; max < 4; max += 1e-4) {
    std::vector<double> v(x.begin(), x.end());
    for (double& value : v) value = std::clamp(value, -max, max);
    min = std::min(min, prox_objective(v, x, strength));
  }
  return min;
}

TEST(ShrinkMaximum, FindsWhatATrialOfAllMaximaFinds) {
  Random random(1);
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<double> x(1 + random.below(6));
    for (double& value : x) value = random.normal();
    const double strength = random.uniform(0, 2);
    std::vector<double> shrunk = x;
    shrink_maximum(shrunk, strength);
    EXPECT_NEAR(prox_objective(shrunk, x, strength), least_prox_objective(x, strength), 1e-6);
    EXPECT_LE(prox_objective(shrunk, x, strength), least_prox_objective(x, strength) + 1e-12);
  }
}

// No nearby point is better, including those that are not clipped versions of x.
TEST(ShrinkMaximum, CannotBeBetteredByANudge) {
  Random random(2);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> x(5);
    for (double& value : x) value = random.normal();
    std::vector<double> shrunk = x;
    shrink_maximum(shrunk, 0.7);
    std::vector<double> nudged = shrunk;
    for (double& value : nudged) value += 0.01 * random.normal();
    EXPECT_LE(prox_objective(shrunk, x, 0.7), prox_objective(nudged, x, 0.7));
  }
}

TEST(ShrinkMaximum, TakesTheStrengthOffTheLargestTogether) {
  std::vector<double> x{3, -2.5, 1, 0.5};
  shrink_maximum(x, 1.5);  // 3 -> 2 and 2.5 -> 2: 1 + 0.5
  EXPECT_THAT(x, testing::ElementsAre(2, -2, 1, 0.5));
  shrink_maximum(x, 5.5);  // all that there is
  EXPECT_THAT(x, testing::Each(0));
  x = {1, 1};
  shrink_maximum(x, 0);
  EXPECT_THAT(x, testing::ElementsAre(1, 1));
}

TEST(MixedNorm, ChoosesNothingAtTheStrongestPenaltyAndOneFeatureJustBelow) {
  const Problem problem;
  const MixedNormPoint strongest = problem.strongest();
  EXPECT_EQ(strongest.features(), 0u);
  EXPECT_EQ(problem.at(strongest.lambda * 1.0001).features(), 0u);

  const MixedNormPoint below = problem.at(strongest.lambda * 0.995, {.tolerance = 1e-5});
  ASSERT_EQ(below.features(), 1u);
  std::vector<std::uint64_t> all(kColumns);
  std::iota(all.begin(), all.end(), 0);
  const ClassTable scores = scores_of(problem.pool, strongest.classifier);
  const auto leader = test::plain_leaders(problem.pool, all, residuals_of(scores, problem.pool_labels))[0];
  EXPECT_EQ(below.classifier.groups.front(), leader.group);
  EXPECT_NEAR(strongest.lambda, leader.gain, 1e-5 * leader.gain);
}

TEST(MixedNorm, FitsTheConstantsAtTheStrongestPenalty) {
  const Problem problem;
  const ClassWeights gradient = PlainMixedNorm(problem).loss.gradient(all_weights(problem.strongest()));
  EXPECT_LT(gradient.rightCols(1).cwiseAbs().maxCoeff(), 1e-5);
}

// A group without weights pays lambda for each step, so no gradient may be larger. A group with weights pays
// exactly what it gains, and only classes at the maximum may contribute.
TEST(MixedNorm, MeetsTheConditionsOfAMinimumOverTheWholePoolAtEachPoint) {
  const Problem problem;
  const PlainMixedNorm plain(problem);
  const auto path = problem.path({.features = 15, .ratio = 0.7, .tolerance = 1e-5});
  ASSERT_GE(path.back().features(), 15u);
  for (const MixedNormPoint& point : path) {
    const ClassWeights weights = all_weights(point), gradient = plain.loss.gradient(weights);
    EXPECT_LT(gradient.rightCols(1).cwiseAbs().maxCoeff(), 1e-3 * point.lambda + 1e-5);
    for (Eigen::Index j = 0; j < static_cast<Eigen::Index>(kColumns); ++j) {
      const double norm = gradient.col(j).cwiseAbs().sum(), max = weights.col(j).cwiseAbs().maxCoeff();
      EXPECT_LE(norm, point.lambda * 1.002);
      if (max == 0) continue;
      EXPECT_NEAR(norm, point.lambda, 0.01 * point.lambda);
      EXPECT_NEAR(-gradient.col(j).dot(weights.col(j)), point.lambda * max, 0.01 * point.lambda * max);
    }
  }
}

/// Proximal gradient steps over all columns at once, until they converge. Each step starts slightly ahead in
/// the direction of the last one, unless that increases the objective.
double least_objective(const PlainMixedNorm& plain, double lambda) {
  constexpr double kStep = 0.4;
  ClassWeights at = ClassWeights::Zero(kClasses, kColumns + 1), ahead = at;
  double value = plain.objective(at, lambda), last = value + 1, momentum = 1;
  while (std::abs(last - value) > 1e-10) {
    for (int inner = 0; inner < 20; ++inner) {
      ClassWeights next = ahead - kStep * plain.loss.gradient(ahead);
      for (Eigen::Index j = 0; j + 1 < next.cols(); j += plain.width) {
        ClassWeights group = next.middleCols(j, plain.width);
        shrink_maximum({group.data(), static_cast<std::size_t>(group.size())}, kStep * lambda);
        next.middleCols(j, plain.width) = group;
      }
      const bool uphill = (ahead - next).cwiseProduct(next - at).sum() > 0;
      const double before = uphill ? 1 : momentum;
      momentum = (1 + std::sqrt(1 + 4 * before * before)) / 2;
      ahead = next + (before - 1) / momentum * (next - at);
      at = next;
    }
    last = std::exchange(value, plain.objective(at, lambda));
  }
  return value;
}

TEST(MixedNorm, ReachesTheMinimumThatPlainStepsOverAllColumnsReach) {
  for (const std::size_t width : {1, 3}) {
    const Problem problem(kSamples, width);
    const PlainMixedNorm plain(problem);
    const double strongest = problem.strongest().lambda;
    for (const double share : {0.5, 0.1, 0.02}) {
      const MixedNormPoint point = problem.at(share * strongest);
      const double min = least_objective(plain, share * strongest);
      EXPECT_NEAR(plain.objective(all_weights(point, width), point.lambda), point.objective, 1e-5);
      EXPECT_GE(point.objective, min - 1e-6);
      EXPECT_LE(point.objective, min * 1.001) << width << ' ' << share;
      EXPECT_LE(point.objective - point.gap, min + 1e-6) << "the gap is a bound";
    }
  }
}

TEST(MixedNorm, CountsTheErrorsOfBothParts) {
  const Problem problem(300);
  const MixedNormPoint point = problem.at(0.1 * problem.strongest().lambda);
  const ClassTable scores = scores_of(problem.pool, point.classifier);
  EXPECT_EQ(point.training_errors, count_errors(scores, problem.labels, 0, 300));
  EXPECT_EQ(point.validation_errors, count_errors(scores, problem.labels, 300, kSamples));
  EXPECT_LT(point.training_errors, 150u);
}

TEST(MixedNormPath, FallsByItsRatioAndEndsWhereItIsTold) {
  const Problem problem;
  const auto by_features = problem.path({.features = 5, .ratio = 0.8});
  EXPECT_GE(by_features.back().features(), 5u);
  for (std::size_t p = 0; p + 1 < by_features.size(); ++p) {
    EXPECT_LT(by_features[p].features(), 5u);
    EXPECT_DOUBLE_EQ(by_features[p + 1].lambda, 0.8 * by_features[p].lambda);
    EXPECT_LT(by_features[p + 1].objective, by_features[p].objective);
  }
  EXPECT_EQ(problem.path({.points = 4}).size(), 4u);
  EXPECT_EQ(problem.path({.ratio = 0.5, .min_lambda_ratio = 0.24}).size(), 3u);
}

TEST(MixedNormPath, IsTheSameBitForBitForAnyNumberOfThreads) {
  const Problem problem;
  const auto act = [&] { return problem.path({.points = 8, .ratio = 0.7}); };
  const auto one = test::with_threads(1, act), several = test::with_threads(3, act);
  ASSERT_EQ(one.size(), several.size());
  for (std::size_t p = 0; p < one.size(); ++p) {
    EXPECT_EQ(one[p].classifier.groups, several[p].classifier.groups);
    EXPECT_EQ(one[p].classifier.weights, several[p].classifier.weights);
    EXPECT_EQ(one[p].objective, several[p].objective);
  }
}

TEST(MixedNormPath, GoesOnFromAStateToTheSameEndBitForBit) {
  const Problem problem;
  const auto run = [&](std::size_t points, MixedNormState from) {
    return mixed_norm_path(problem.pool, problem.pool_labels, {.points = points, .ratio = 0.7},
                           std::move(from));
  };
  const std::vector<MixedNormPoint> whole = run(8, {}).rounds, resumed = run(8, run(3, {})).rounds;
  ASSERT_EQ(whole.size(), 8u);
  ASSERT_EQ(resumed.size(), 8u);
  for (std::size_t p = 0; p < whole.size(); ++p) {
    EXPECT_EQ(whole[p].classifier.groups, resumed[p].classifier.groups);
    EXPECT_EQ(whole[p].classifier.weights, resumed[p].classifier.weights);
    EXPECT_EQ(whole[p].gap, resumed[p].gap);
  }
}

TEST(MixedNormPath, TellsItsPointsAndStopsWhenAskedTo) {
  const Problem problem;
  std::stop_source stop;
  std::size_t points = 0;
  const auto watch = [&](const MixedNormState& state) {
    EXPECT_EQ(state.rounds.size(), ++points);
    if (points == 2) stop.request_stop();
  };
  const Error error = test::error_of(
      [&] { mixed_norm_path(problem.pool, problem.pool_labels, {}, {}, watch, stop.get_token()); });
  EXPECT_EQ(error.kind(), Kind::canceled);
  EXPECT_EQ(points, 2u);
}

TEST(MixedNormPath, RefusesWhatCannotBeLearned) {
  const Problem problem;
  EXPECT_EQ(test::error_of([&] {
              strongest_penalty(problem.pool, {problem.labels, 0, kClasses}, {});
            }).kind(),
            Kind::training);
  BinnedResponses silent(1, kSamples, 256);
  silent.binning(0) = {-0.5f, 1};
  const DensePool pool(silent);
  EXPECT_EQ(test::error_of([&] { strongest_penalty(pool, problem.pool_labels, {}); }).kind(), Kind::training);
}

TEST(MixedNormOptions, AreRefusedWhereTheyMakeNoSense) {
  const auto place_of = [](const MixedNormOptions& options) {
    return test::error_of([&] { options.validate(); }).where();
  };
  EXPECT_EQ(place_of({.features = 0}), "--max-features");
  EXPECT_EQ(place_of({.points = 0}), "--points");
  EXPECT_EQ(place_of({.ratio = 1}), "--ratio");
  EXPECT_EQ(place_of({.min_lambda_ratio = 0}), "--min-lambda-ratio");
  EXPECT_EQ(place_of({.tolerance = 0}), "--tolerance");
  EXPECT_EQ(place_of({.max_steps = 0}), "--max-steps");
}

}  // namespace
}  // namespace ocelli::internal::baselines::mixed_norm_test
