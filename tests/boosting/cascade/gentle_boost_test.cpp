#include "ocelli/boosting/cascade/gentle_boost.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "boosting/binned.hpp"
#include "features/with_threads.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::gentle_boost_test {
namespace {

using testing::ElementsAre;
using testing::FloatEq;
using testing::FloatNear;

/// Two questions, of which neither tells anything alone: positives are equal in both.
BinnedResponses equal_or_not() {
  return test::binned({{0, 0, 3, 3, 0, 0, 3, 3, 1}, {0, 0, 3, 3, 3, 3, 0, 0, 0}}, 4);
}

double errors(const GentleBoost& boost) {
  const auto wrong = [](std::span<const float> scores, auto is_wrong) {
    return static_cast<double>(std::ranges::count_if(scores, is_wrong));
  };
  return wrong(boost.positive_scores(), [](float s) { return s <= 0; }) +
         wrong(boost.negative_scores(), [](float s) { return s >= 0; });
}

TEST(GentleBoost, DoesTheWorkedExample) {
  // One feature, bins of positives 0, 0, 2 and of negatives 1, 2. Each class has half of the weight, so a
  // positive 1/6 and a negative 1/4. Cut after bin 0: left 1/3 at vote 1, right 1/6 - 1/2 over 1/6 + 1/2,
  // which is -1/2; it explains 1/3 + 1/6. Cut after bin 1: left 1/3 - 1/4 over 7/12, which is 1/7, right 1/6
  // - 1/4 over 5/12, -1/5; it explains 1/84 + 1/60.
  const BinnedResponses responses = test::binned({{0, 0, 2, 1, 2}}, 3);
  GentleBoost boost({responses, 3}, {.depth = 1});
  EXPECT_EQ(boost.loss(), 1);
  boost.step();
  ASSERT_EQ(boost.trees().size(), 1u);
  EXPECT_EQ(boost.trees()[0].nodes[0].set[0], 1u);
  EXPECT_THAT(boost.trees()[0].leaves, ElementsAre(FloatEq(1), FloatEq(-0.5f)));
  EXPECT_THAT(boost.positive_scores(), ElementsAre(FloatEq(1), FloatEq(1), FloatEq(-0.5f)));
  const double loss = (2 * std::exp(-1.0) + std::exp(0.5)) / 6 + 2 * std::exp(-0.5) / 4;
  EXPECT_NEAR(boost.loss(), loss, 1e-6);
  const auto weigh = [&](double weight) { return FloatNear(static_cast<float>(weight / loss), 1e-6f); };
  const auto right = weigh(std::exp(-1.0) / 6), wrong = weigh(std::exp(0.5) / 6);
  const auto negative = weigh(std::exp(-0.5) / 4);
  EXPECT_THAT(boost.weights(), ElementsAre(right, right, wrong, negative, negative));
}

TEST(GentleBoost, ShrinksTheVotesOfEachTree) {
  // The worked example with half of each vote.
  const BinnedResponses responses = test::binned({{0, 0, 2, 1, 2}}, 3);
  GentleBoost boost({responses, 3}, {.depth = 1}, 0.5F);
  boost.step();
  EXPECT_THAT(boost.trees()[0].leaves, ElementsAre(FloatEq(0.5f), FloatEq(-0.25f)));
  EXPECT_NEAR(boost.loss(), (2 * std::exp(-0.5) + std::exp(0.25)) / 6 + 2 * std::exp(-0.25) / 4, 1e-6);
}

TEST(GentleBoost, LowersTheLossInEveryRoundByWhatItsVotesSay) {
  // A leaf of weight W whose vote v is the mean label has the loss W (cosh v - v sinh v) afterwards, which is
  // at most W.
  const BinnedResponses responses = test::weak_features(50, 300, 120, 16, 3);
  for (const int depth : {1, 2, 4}) {
    GentleBoost boost({responses, 120}, {.depth = depth});
    for (int round = 0; round < 20; ++round) {
      const double before = boost.loss();
      const std::vector<float> weights(boost.weights().begin(), boost.weights().end());
      boost.step();
      const std::vector<float> vote = votes(boost.trees().back(), responses);
      double expected = 0;
      for (std::size_t i = 0; i < vote.size(); ++i) {
        const double v = vote[i];
        expected += weights[i] * (std::cosh(v) - v * std::sinh(v));
      }
      ASSERT_LT(boost.loss(), before) << "depth " << depth << ", round " << round;
      ASSERT_NEAR(boost.loss() / before, expected, 1e-5) << "depth " << depth << ", round " << round;
    }
  }
}

TEST(GentleBoost, LearnsWithTreesWhatNoStumpsTell) {
  const BinnedResponses responses = equal_or_not();
  GentleBoost stumps({responses, 4}, {.depth = 1}), trees({responses, 4}, {.depth = 2});
  for (int round = 0; round < 10; ++round) stumps.step();
  for (int round = 0; round < 3; ++round) trees.step();
  EXPECT_GT(errors(stumps), 0);
  EXPECT_EQ(errors(trees), 0);
}

TEST(GentleBoost, TakesAnySetOfCategories) {
  // Odd categories are positive.
  const BinnedResponses responses = test::binned({{1, 3, 5, 7, 0, 2, 4, 6}}, 8);
  GentleBoost boost({responses, 4}, {.depth = 1, .order = BinOrder::none});
  boost.step();
  EXPECT_EQ(boost.trees()[0].nodes[0].set[0], 0b0101'0101u);
  EXPECT_THAT(boost.trees()[0].leaves, ElementsAre(-1, 1));
}

TEST(GentleBoost, GoesOnFromItsTreesWithAnyNumberOfThreads) {
  const BinnedResponses responses = test::weak_features(200, 300, 120, 32, 1);
  const RegressionTreeOptions options{.depth = 3, .weight_trimming = 0.95};
  const auto whole = [&] {
    GentleBoost boost({responses, 120}, options);
    for (int round = 0; round < 6; ++round) boost.step();
    return std::vector(boost.trees().begin(), boost.trees().end());
  };
  const std::vector<RegressionTree> expected = test::with_threads(1, whole);
  EXPECT_EQ(test::with_threads(2, whole), expected);
  GentleBoost resumed({responses, 120}, options);
  resumed.restore(std::span(expected).first(3));
  for (int round = 3; round < 6; ++round) resumed.step();
  EXPECT_TRUE(std::ranges::equal(resumed.trees(), expected));
}

TEST(GentleBoost, RefusesTreesThatAskForWhatIsNotThere) {
  const BinnedResponses responses = equal_or_not();
  const RegressionTree sound{.nodes = {{.left = 0, .right = -1, .feature = 1}}, .leaves = {-1, 1}};
  const auto refused = [&](const RegressionTree& tree) {
    GentleBoost boost({responses, 4}, {});
    try {
      boost.restore(std::vector{tree});
      return false;
    } catch (const Error& error) {
      return error.kind() == Kind::training;
    }
  };
  EXPECT_FALSE(refused(sound));
  RegressionTree tree = sound;
  tree.nodes[0].feature = 2;
  EXPECT_TRUE(refused(tree));
  tree = sound;
  tree.nodes[0].right = -2;
  EXPECT_TRUE(refused(tree));
  tree = sound;
  tree.nodes.push_back({.left = 1, .right = 0});
  tree.leaves.push_back(0);
  EXPECT_TRUE(refused(tree)) << "a circle";
  tree = sound;
  tree.leaves[0] = 2;
  EXPECT_TRUE(refused(tree));
}

}  // namespace
}  // namespace ocelli::internal::gentle_boost_test
