// What the paper proves about ShareBoost, and its examples (shareboost sections 5 and 6).

#include <gmock/gmock.h>

#include <bit>

#include "boosting/plain_softmax.hpp"
#include "ocelli/boosting/pools/dense_pool.hpp"
#include "ocelli/boosting/shareboost/share_boost.hpp"

namespace ocelli::internal::share_boost_theory_test {
namespace {

/// Numbers and labels to learn from, with all samples in training.
struct Problem {
  Problem(const Eigen::MatrixXd& numbers, std::vector<std::uint16_t> classes_of_samples, std::size_t count)
      : columns(test::columns_of(numbers)), labels(std::move(classes_of_samples)), classes(count) {}

  BinnedResponses columns;
  std::vector<std::uint16_t> labels;
  std::size_t classes;

  ShareBoostState share_boost(std::size_t rounds) const {
    const DensePool pool(columns);
    return ocelli::internal::share_boost(pool, {labels, labels.size(), classes}, {.rounds = rounds});
  }
  SoftmaxObjective objective(Regularizer regularizer = {}) const {
    return {columns, columns.features(), labels, classes, regularizer};
  }
  ClassWeights none() const { return ClassWeights::Zero(classes, columns.features() + 1); }

  std::size_t errors(const ClassWeights& weights) const {
    const test::PlainObjective plain{test::numbers_of(columns), labels, {}};
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      Eigen::VectorXd scores = plain.scores(weights, i);
      const double own = std::exchange(scores[labels[i]], -1e9);
      wrong += own <= scores.maxCoeff() + 1e-9 ? 1 : 0;
    }
    return wrong;
  }
};

/// How many features ShareBoost takes until no sample is misread; 0: more than `most`.
std::size_t features_to_no_error(const Problem& problem, std::size_t max) {
  const ShareBoostState state = problem.share_boost(max);
  const auto done = std::ranges::find(state.rounds, 0u, &ShareBoostRound::training_errors);
  return done == state.rounds.end() ? 0 : static_cast<std::size_t>(done - state.rounds.begin()) + 1;
}

/// The largest weight of each column, without the constant.
Eigen::VectorXd largest_weights(const ClassWeights& weights) {
  return weights.leftCols(weights.cols() - 1).cwiseAbs().colwise().maxCoeff().transpose();
}

// Section 5, theorem 2: after T = 4 |W*|^2 / eps rounds, L(W) <= L(W*) + eps, for any W* and eps.
TEST(ShareBoostTheory, ComesAsNearToAnyWeightsAsTheorem2Promises) {
  constexpr std::size_t kClasses = 3, kColumns = 60, kSamples = 500, kRounds = 40;
  BinnedResponses columns = test::noise_columns(kColumns, kSamples, 1);
  for (std::size_t j = 0; j < kColumns; ++j) columns.binning(j) = Binning::bytes(-1, 1);
  // Many columns matter a little, so that no few columns make up for W*.
  const ClassWeights planted = [&] {
    ClassWeights weights = test::noise_weights(kClasses, kColumns, 2);
    weights.rightCols(1).setZero();
    return ClassWeights(weights * (5 / largest_weights(weights).sum()));
  }();
  const Problem problem(test::numbers_of(columns), test::planted_labels(columns, planted, 0.2, 3), kClasses);
  const double norm = largest_weights(planted).sum();
  ClassWeights gradient;
  const double planted_loss = problem.objective().evaluate(planted, gradient);

  const ShareBoostState state = problem.share_boost(kRounds);
  ASSERT_GT(state.rounds[0].objective, planted_loss) << "one column should not do, or else this says little";
  for (std::size_t t = 1; t <= kRounds; ++t) {
    const double eps = 4 * norm * norm / static_cast<double>(t);
    EXPECT_LE(state.rounds[t - 1].objective, planted_loss + eps) << "after " << t << " rounds";
  }
}

/// bin(y): the bits of a class as -1 and 1.
Eigen::RowVectorXd bits_of(std::size_t y, std::size_t count) {
  Eigen::RowVectorXd bits(count);
  for (std::size_t b = 0; b < count; ++b) bits[static_cast<Eigen::Index>(b)] = (y >> b & 1) != 0 ? 1 : -1;
  return bits;
}

std::size_t log2_of(std::size_t power) { return static_cast<std::size_t>(std::countr_zero(power)); }

/// Section 6, first example: x = [bin(y), 2 log2(k) e_y], each class once.
Problem bits_and_names(std::size_t classes) {
  const std::size_t bits = log2_of(classes);
  Eigen::MatrixXd numbers(classes, bits + classes);
  std::vector<std::uint16_t> labels;
  for (std::size_t y = 0; y < classes; ++y) {
    numbers.row(static_cast<Eigen::Index>(y)) << bits_of(y, bits),
        2 * static_cast<double>(bits) * Eigen::RowVectorXd::Unit(classes, static_cast<Eigen::Index>(y));
    labels.push_back(static_cast<std::uint16_t>(y));
  }
  return {numbers, labels, classes};
}

// With k' classes still alike, eq. 7 is (k a)(k' / k) for a bit and (4 log2(k) / k) (k' - 1) a for a name:
// bits win where k >= 4 log2 k, from k = 16 on. They are all that is taken: exactly log2 k features.
TEST(ShareBoostTheory, SharesTheBitsOfTheClasses) {
  for (const std::size_t classes : {16, 32, 64}) {
    const std::size_t bits = log2_of(classes);
    EXPECT_EQ(features_to_no_error(bits_and_names(classes), 2 * bits), bits) << classes << " classes";
  }
}

// With fewer classes a name's range of 2 log2 k outweighs its being rare, in the gradient of eq. 7.
TEST(ShareBoostTheory, StartsWithANameWhereClassesAreFew) {
  EXPECT_GE(bits_and_names(8).share_boost(1).groups()[0], log2_of(8));
}

/// Minimizes L(W) + lambda |W|_1 by iterative soft thresholding (the constant goes free).
ClassWeights minimize_with_l1(const Problem& problem, double lambda) {
  constexpr double kStep = 0.2;
  const SoftmaxObjective objective = problem.objective();
  ClassWeights at = problem.none(), gradient;
  for (int i = 0; i < 3000; ++i) {
    objective.evaluate(at, gradient);
    at -= kStep * gradient;
    auto weights = at.leftCols(at.cols() - 1).array();
    weights = weights.sign() * (weights.abs() - kStep * lambda).max(0);
  }
  return at;
}

// As the paper says: the optimum is c W^(f), for any lambda that leaves weights at all. A name's own gradient
// is log2 k times a bit's at least, so that where names are in balance with lambda, bits stay below it.
TEST(ShareBoostTheory, L1TakesAFeatureAClass) {
  constexpr std::size_t kClasses = 16, kBits = 4;
  const Problem problem = bits_and_names(kClasses);
  for (const double lambda : {0.3, 0.1, 0.01}) {
    const ClassWeights weights = minimize_with_l1(problem, lambda);
    EXPECT_EQ(weights.leftCols(kBits).cwiseAbs().maxCoeff(), 0) << "lambda " << lambda;
    EXPECT_GT(largest_weights(weights).tail(kClasses).minCoeff(), 0) << "lambda " << lambda;
    EXPECT_EQ(problem.errors(weights), 0u);
  }
}

// For p = 2 the paper says the same, and that is not quite so: weights are -gradient / (2 lambda), and a
// bit's is not 0. But each name's largest weight is log2 k times any bit's at least, so all k names come
// before the first bit.
TEST(ShareBoostTheory, L2PutsAFeatureAClassBeforeTheSharedOnes) {
  for (const std::size_t classes : {16, 32}) {
    const Problem problem = bits_and_names(classes);
    const auto bits = static_cast<Eigen::Index>(log2_of(classes));
    for (const double lambda : {1.0, 0.1, 0.001}) {
      const ClassWeights weights = minimize(problem.objective({.frobenius = lambda}), problem.none(),
                                            {.tolerance = 1e-7, .max_steps = 1000})
                                       .weights;
      EXPECT_EQ(problem.errors(weights), 0u);
      const Eigen::VectorXd largest = largest_weights(weights);
      EXPECT_GT(largest.head(bits).minCoeff(), 0);
      EXPECT_GT(largest.tail(largest.size() - bits).minCoeff(),
                0.99 * static_cast<double>(bits) * largest.head(bits).maxCoeff());
    }
  }
}

/// Section 6, second example: s blocks, each bin(y); for each class `whole` samples as they are, and for each
/// block one that has it zeroed.
Problem blocks_of_bits(std::size_t classes, std::size_t blocks, std::size_t whole) {
  const std::size_t bits = log2_of(classes), each = whole + blocks;
  Eigen::MatrixXd numbers(classes * each, blocks * bits);
  std::vector<std::uint16_t> labels;
  for (std::size_t y = 0; y < classes; ++y) {
    for (std::size_t i = 0; i < each; ++i) {
      auto row = numbers.row(static_cast<Eigen::Index>(labels.size()));
      row = bits_of(y, bits).replicate(1, static_cast<Eigen::Index>(blocks));
      if (i < blocks)
        row.segment(static_cast<Eigen::Index>(i * bits), static_cast<Eigen::Index>(bits)).setZero();
      labels.push_back(static_cast<std::uint16_t>(y));
    }
  }
  return {numbers, labels, classes};
}

// ShareBoost breaks the tie between blocks and needs a second column a bit for the zeroed ones: 2 log2 k
// features at most, however many blocks there are. The mixed norm spreads evenly over all of them, the more
// the more there are.
TEST(ShareBoostTheory, BreaksTiesBetweenBlocksWhereTheMixedNormSpreads) {
  constexpr std::size_t kClasses = 16, kBits = 4;
  for (const std::size_t blocks : {4, 10}) {
    const Problem problem = blocks_of_bits(kClasses, blocks, 90);
    const std::size_t taken = features_to_no_error(problem, 3 * kBits);
    EXPECT_GE(taken, kBits) << blocks << " blocks";
    EXPECT_LE(taken, 2 * kBits) << blocks << " blocks";

    const ClassWeights weights = minimize(problem.objective({.mixed = 0.02, .sharpness = 10}), problem.none(),
                                          {.tolerance = 1e-6, .max_steps = 1000})
                                     .weights;
    EXPECT_EQ(problem.errors(weights), 0u);
    const Eigen::VectorXd largest = largest_weights(weights);
    EXPECT_GT(largest.minCoeff(), 0.9 * largest.maxCoeff()) << blocks << " blocks";
  }
}

}  // namespace
}  // namespace ocelli::internal::share_boost_theory_test
