#include <gtest/gtest.h>

#include <vector>

#include "boosting/weighted_samples.hpp"
#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"
#include "ocelli/boosting/shareboost/share_boost.hpp"

namespace ocelli::internal::sample_weights_test {
namespace {

using test::EveryStumpLearner;
using test::NamedStumpAlgorithm;
using test::one_to_three;
using test::WeightedColumns;

std::vector<NamedStumpAlgorithm> stump_learners() {
  return {{"MultiBoost-cw", [](const Samples& samples) {
             MultiBoostCwOptions options;
             options.generation.rounds = 6;
             options.generation.c = 100;
             return multi_boost_cw({samples, samples.count()}, options);
           }}};
}

INSTANTIATE_TEST_SUITE_P(SampleWeights, EveryStumpLearner, testing::ValuesIn(stump_learners()),
                         test::name_of_learner);

void expect_near(const ClassWeights& a, const ClassWeights& b, double bound) {
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), bound);
}

TEST(SoftmaxObjective, TakesAWeightForThatManyCopies) {
  const WeightedColumns ground(one_to_three);
  const SoftmaxObjective of_weights(ground.columns, ground.kColumns, ground.labels, ground.kClasses, {},
                                    nullptr, ground.weights);
  const SoftmaxObjective of_copies(ground.copies, ground.kColumns, ground.labels_of_copies, ground.kClasses,
                                   {});
  const ClassWeights at = ClassWeights::Random(ground.kClasses, ground.kColumns + 1);
  ClassWeights a, b;
  EXPECT_NEAR(of_weights.evaluate(at, a), of_copies.evaluate(at, b), 1e-5);
  expect_near(a, b, 1e-5);
  const Eigen::MatrixXd curvature =
      of_weights.curvature(of_weights.sample_curvatures(at), 0, ground.kColumns);
  const Eigen::MatrixXd other = of_copies.curvature(of_copies.sample_curvatures(at), 0, ground.kColumns);
  EXPECT_LT((curvature - other).cwiseAbs().maxCoeff(), 1e-5);
}

TEST(ShareBoost, TakesWeightsForCopiesAndForAbsence) {
  for (const auto& count : {one_to_three, test::none_or_one}) {
    const WeightedColumns ground(count);
    for (const GreedyRule rule : {GreedyRule::gradient, GreedyRule::line_search, GreedyRule::free_column}) {
      const ShareBoostOptions options{.rounds = 6, .rule = rule, .regularizer = {.frobenius = 1e-3}};
      const ShareBoostState a = share_boost(ground.pool, ground.of_weights(), options);
      const ShareBoostState b = share_boost(ground.pool_of_copies, ground.of_copies(), options);
      EXPECT_EQ(a.groups(), b.groups());
      EXPECT_NEAR(a.rounds.back().objective, b.rounds.back().objective, 1e-4);
      expect_near(a.weights, b.weights, 0.05);
    }
  }
}

TEST(ShareBoost, TakesEqualWeightsForNoneBitForBit) {
  WeightedColumns ground([](std::size_t) { return std::size_t{1}; });
  const ShareBoostState weighted = share_boost(ground.pool, ground.of_weights(), {.rounds = 6});
  ground.weights.clear();
  const ShareBoostState plain = share_boost(ground.pool, ground.of_weights(), {.rounds = 6});
  EXPECT_EQ(weighted.rounds, plain.rounds);
  EXPECT_EQ(weighted.weights, plain.weights);
}

}  // namespace
}  // namespace ocelli::internal::sample_weights_test
