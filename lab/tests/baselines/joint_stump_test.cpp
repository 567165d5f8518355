#include "ocelli/baselines/joint_stump.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "features/random_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::baselines::joint_stump_test {
namespace {

using testing::ElementsAre;

constexpr std::size_t kAll = 1000;  ///< more thresholds than any input here has

/// One input with the values 0, 1, 2 ..., and weights given class by class.
struct Line {
  explicit Line(const std::vector<std::vector<float>>& of_classes)
      : weights(of_classes[0].size(), of_classes.size()) {
    samples.values.resize(static_cast<Eigen::Index>(weights.samples()), 1);
    for (std::size_t i = 0; i < weights.samples(); ++i) {
      samples.values(static_cast<Eigen::Index>(i), 0) = static_cast<float>(i);
      for (std::size_t c = 0; c < of_classes.size(); ++c) weights.of(i)[c] = of_classes[c][i];
    }
  }

  std::vector<JointStump> nested() const {
    return best_first({SortedInputs(samples, weights.samples()), weights, kAll});
  }

  Samples samples;
  TargetWeights weights;
};

/// Normal values, and weights with signs that correlate with the values.
struct Problem {
  Problem(std::size_t classes, std::uint64_t seed, std::size_t count = 60)
      : samples(test::random_samples(count, 3, classes, seed)), weights(count, classes) {
    Random random(hash(seed, {7}));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t c = 0; c < classes; ++c) {
        const double hint = samples.row(i)[c % 3] + 0.5 * samples.row(i)[0] + random.normal();
        weights.of(i)[c] = static_cast<float>(random.uniform(0.1, 2) * (hint > 0.4 ? 1 : -1));
      }
    }
  }

  ThresholdSums sums(std::size_t max = kAll) const { return {inputs, weights, max}; }

  Samples samples;
  TargetWeights weights;
  SortedInputs inputs{samples, samples.count()};
};

/// The error of a stump by plain loops: means by class sets and sides, then squares.
double plain_error(const Problem& problem, const JointStump& stump) {
  const ThresholdStump test = problem.inputs.stump(stump.stump);
  const auto shares = [&](std::uint32_t c) { return std::ranges::binary_search(stump.classes, c); };
  const auto is_above = [&](std::size_t i) { return problem.samples.row(i)[test.input] >= test.threshold; };
  const std::size_t classes = problem.weights.targets();
  const auto mean_where = [&](const auto& counts) {
    double weight = 0, answer = 0;
    for (std::size_t i = 0; i < problem.samples.count(); ++i) {
      for (std::uint32_t c = 0; c < classes; ++c) {
        if (!counts(i, c)) continue;
        weight += std::abs(problem.weights.of(i)[c]);
        answer += problem.weights.of(i)[c];
      }
    }
    return weight > 0 ? answer / weight : 0;
  };
  const double above = mean_where([&](std::size_t i, std::uint32_t c) { return shares(c) && is_above(i); });
  const double below = mean_where([&](std::size_t i, std::uint32_t c) { return shares(c) && !is_above(i); });
  double error = 0, weights = 0;
  for (std::uint32_t c = 0; c < classes; ++c) {
    const double constant = mean_where([&](std::size_t, std::uint32_t other) { return other == c; });
    for (std::size_t i = 0; i < problem.samples.count(); ++i) {
      const double w = std::abs(problem.weights.of(i)[c]), z = problem.weights.of(i)[c] > 0 ? 1 : -1;
      const double h = !shares(c) ? constant : is_above(i) ? above : below;
      error += w * (z - h) * (z - h);
      weights += w;
    }
  }
  return error / weights;
}

// Class 0 has the answers + + - -, so a stump between the pairs is perfect: above -1, below +1. The others'
// constants are their means, -1/2 each, with errors of 4 - (-2)^2 / 4 = 3 each: 6 of 12 in all.
TEST(JointStump, FitsOneClassAndConstantsForTheOthersAsWorkedByHand) {
  const auto nested = Line({{1, 1, -1, -1}, {-1, -1, 1, -1}, {-1, -1, -1, 1}}).nested();
  ASSERT_EQ(nested.size(), 3u);
  EXPECT_THAT(nested[0].classes, ElementsAre(0));
  EXPECT_EQ(nested[0].stump, SortedInputs::name(0, 2));
  EXPECT_DOUBLE_EQ(nested[0].above, -1);
  EXPECT_DOUBLE_EQ(nested[0].below, 1);
  EXPECT_DOUBLE_EQ(nested[0].constants[1], -0.5);
  EXPECT_DOUBLE_EQ(nested[0].constants[2], -0.5);
  EXPECT_DOUBLE_EQ(nested[0].error, 6.0 / 12);
}

// Classes 1 and 2 agree: together 1, 1 below and -1, -1 above, with unequal weights. Class 0 gains nothing
// and keeps the constant (1 + 3 - 2) / 6 = 1/3, with an error of 6 - 2^2 / 6 = 16/3, of 18 in all.
TEST(JointStump, IsSharedByClassesThatWantTheSame) {
  const auto nested = Line({{1, -2, 3, 0}, {1, 1, -1, -1}, {3, 2, -1, -2}}).nested();
  EXPECT_THAT(nested[1].classes, ElementsAre(1, 2));
  EXPECT_EQ(nested[1].stump, SortedInputs::name(0, 2));
  EXPECT_DOUBLE_EQ(nested[1].above, -1);
  EXPECT_DOUBLE_EQ(nested[1].below, 1);
  EXPECT_DOUBLE_EQ(nested[1].constants[0], 1.0 / 3);
  EXPECT_NEAR(nested[1].error, 16.0 / 3 / 18, 1e-12);
  EXPECT_LT(nested[1].error, nested[0].error);
  EXPECT_LT(nested[1].error, nested[2].error);
}

// Class 0 has weights for + and - of 2, 2, 3 and 1. A cut between the pairs has (3 - 1) / 4 above and 0
// below, and gains 2^2 / 4 = 1. A cut before the last one has -1 above and (2 - 2 + 3) / 7 below, and gains 1
// + 9/7, the most. The error of class 0 is then 8 - 16/7, and that of class 1 is zero.
TEST(JointStump, AnswersWithWeightedMeans) {
  const Line line({{2, -2, 3, -1}, {1, 1, 1, 1}});
  const SortedInputs inputs(line.samples, 4);
  const ThresholdSums sums(inputs, line.weights, kAll);
  ASSERT_EQ(sums.stump(1), SortedInputs::name(0, 2));
  EXPECT_DOUBLE_EQ(sums.above(1)[0].answer, 2);
  EXPECT_DOUBLE_EQ(sums.above(1)[0].weight, 4);
  EXPECT_DOUBLE_EQ(sums.totals()[0].answer, 2);
  EXPECT_DOUBLE_EQ(sums.totals()[0].weight, 8);
  const JointStump best = best_stump(sums, std::vector<std::uint32_t>{0});
  EXPECT_EQ(best.stump, SortedInputs::name(0, 3));
  EXPECT_DOUBLE_EQ(best.above, -1);
  EXPECT_DOUBLE_EQ(best.below, 3.0 / 7);
  EXPECT_DOUBLE_EQ(best.error, (8 - 16.0 / 7) / 12);
}

TEST(JointStump, ErrsAsPlainLoopsSay) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Problem problem(4, seed);
    for (const JointStump& stump : best_first(problem.sums())) {
      EXPECT_NEAR(stump.error, plain_error(problem, stump), 1e-10);
    }
  }
}

/// Every set of classes, as bits from 1 on.
std::vector<std::uint32_t> set_of(std::uint32_t bits) {
  std::vector<std::uint32_t> classes;
  for (std::uint32_t c = 0; bits >> c != 0; ++c) {
    if ((bits >> c & 1) != 0) classes.push_back(c);
  }
  return classes;
}

TEST(BestFirst, BeginsWithTheBestSingleClassAndEndsWithAll) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Problem problem(4, seed);
    const ThresholdSums sums = problem.sums();
    const auto nested = best_first(sums);
    ASSERT_EQ(nested.size(), 4u);
    double min = 2;
    for (std::uint32_t c = 0; c < 4; ++c) min = std::min(min, best_stump(sums, set_of(1u << c)).error);
    EXPECT_NEAR(nested.front().error, min, 1e-12);
    EXPECT_THAT(nested.back().classes, ElementsAre(0, 1, 2, 3));
    EXPECT_NEAR(nested.back().error, best_stump(sums, set_of(15)).error, 1e-12);
  }
}

TEST(BestFirst, AddsInEachStepTheClassThatServesBest) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Problem problem(5, seed);
    const ThresholdSums sums = problem.sums();
    const auto nested = best_first(sums);
    for (std::size_t step = 0; step + 1 < nested.size(); ++step) {
      double min = 2;
      for (std::uint32_t c = 0; c < 5; ++c) {
        std::vector<std::uint32_t> classes = nested[step].classes;
        if (std::ranges::count(classes, c) > 0) continue;
        classes.insert(std::ranges::upper_bound(classes, c), c);
        min = std::min(min, best_stump(sums, classes).error);
      }
      EXPECT_NEAR(nested[step + 1].error, min, 1e-12);
      EXPECT_TRUE(std::ranges::includes(nested[step + 1].classes, nested[step].classes));
    }
  }
}

// With two classes it omits only the worse of the single ones. With more it may miss the best, but rarely by
// much.
TEST(BestFirst, FindsWhatAnExhaustiveSearchFinds) {
  int missed = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const std::uint32_t classes : {2, 4}) {
      const Problem problem(classes, seed);
      const ThresholdSums sums = problem.sums();
      double min = 2, found = 2;
      for (std::uint32_t bits = 1; bits < 1u << classes; ++bits) {
        min = std::min(min, best_stump(sums, set_of(bits)).error);
      }
      for (const JointStump& stump : best_first(sums)) found = std::min(found, stump.error);
      EXPECT_GE(found, min - 1e-12);
      const bool misses = found > min + 1e-12;
      EXPECT_FALSE(classes == 2 && misses);
      missed += misses ? 1 : 0;
    }
  }
  EXPECT_LT(missed, 10);
}

TEST(ThresholdSums, TakesThresholdsAtEvenRanksWhereThereAreTooMany) {
  const Problem problem(2, 1, 60);
  EXPECT_EQ(problem.sums().first(3), 3u * 59);
  const ThresholdSums few = problem.sums(5);
  ASSERT_EQ(few.first(1), 5u);
  for (std::size_t t = 0; t < 5; ++t) EXPECT_EQ(few.stump(t), SortedInputs::name(0, 10 * (t + 1)));
}

TEST(BestFirst, FindsNothingWhereNoThresholdTellsSamplesApart) {
  Line line({{1, -1, 1}, {-1, 1, 1}});
  line.samples.values.setConstant(3);
  EXPECT_TRUE(line.nested().empty());
}

TEST(BestFirst, IsTheSameForAnyNumberOfThreads) {
  const Problem problem(6, 3, 500);
  const auto act = [&] { return best_first(problem.sums(40)); };
  const auto one = test::with_threads(1, act), several = test::with_threads(3, act);
  for (std::size_t s = 0; s < one.size(); ++s) {
    EXPECT_EQ(one[s].stump, several[s].stump);
    EXPECT_EQ(one[s].classes, several[s].classes);
    EXPECT_EQ(one[s].error, several[s].error);
  }
}

}  // namespace
}  // namespace ocelli::internal::baselines::joint_stump_test
