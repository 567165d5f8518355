#include "ocelli/boosting/classifier_checkpoint.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "pipelines/model_files/any_classifier_checkpoint.hpp"
#include "pipelines/model_files/model_samples.hpp"

namespace ocelli::internal::test {

template <>
struct CheckpointSample<ShareBoostState> {
  static ClassifierCheckpoint<ShareBoostState> make() { return sample_share_boost_checkpoint(); }
  static void expect_equal(const ShareBoostState& a, const ShareBoostState& b) {
    EXPECT_EQ(a.rounds, b.rounds);
    EXPECT_EQ(a.weights, b.weights);
    EXPECT_EQ(a.best_weights, b.best_weights);
    EXPECT_EQ(a.best_round, b.best_round);
  }
};

template <>
struct CheckpointSample<MultiLayerState> {
  static ClassifierCheckpoint<MultiLayerState> make() { return sample_multi_layer_checkpoint(); }
  static void expect_equal(const MultiLayerState& a, const MultiLayerState& b) {
    EXPECT_EQ(a.hidden, b.hidden);
    EXPECT_EQ(a.output, b.output);
    EXPECT_EQ(a.rounds, b.rounds);
  }
};

template <>
struct CheckpointSample<StumpBoostState> {
  static ClassifierCheckpoint<StumpBoostState> make() { return sample_stump_boost_checkpoint(); }
  static void expect_equal(const StumpBoostState& a, const StumpBoostState& b) {
    EXPECT_EQ(a.rounds, b.rounds);
    EXPECT_EQ(a.votes, b.votes);
  }
};

template <>
struct CheckpointSample<TreeBoostState> {
  static ClassifierCheckpoint<TreeBoostState> make() { return sample_tree_boost_checkpoint(); }
  static void expect_equal(const TreeBoostState& a, const TreeBoostState& b) {
    EXPECT_EQ(a.rounds, b.rounds);
    EXPECT_EQ(a.trees, b.trees);
  }
};

using States = testing::Types<ShareBoostState, MultiLayerState, StumpBoostState, TreeBoostState>;
INSTANTIATE_TYPED_TEST_SUITE_P(Each, AnyClassifierCheckpoint, States);

}  // namespace ocelli::internal::test

namespace ocelli::internal::classifier_checkpoint_test {
namespace {

TEST(ClassifierCheckpoint, IsNotTakenForThatOfAnotherAlgorithm) {
  const test::Bytes bytes = serialize(test::sample_share_boost_checkpoint());
  test::expect_model_error([&] { load_classifier_checkpoint<MultiLayerState>(bytes, "sample"); }, "sample",
                           "is a checkpoint of ShareBoost, not of");
  test::expect_model_error([&] { load_classifier_checkpoint<StumpBoostState>(bytes, "sample"); }, "sample",
                           "is a checkpoint of ShareBoost, not of");
}

TEST(ShareBoostCheckpoint, IsRefusedForAStateThatDoesNotHangTogether) {
  const auto refused = test::expect_refused<ShareBoostState>;
  refused([](auto& state) { state.rounds.clear(); }, "round");
  refused([](auto& state) { state.best_round = 3; }, "best round");
  refused([](auto& state) { state.weights(1, 2) = std::numeric_limits<double>::infinity(); }, "not finite");
  refused([](auto& state) { state.weights = ClassWeights::Zero(2, 6); }, "weights");
}

TEST(MultiLayerCheckpoint, IsRefusedForAStateThatDoesNotHangTogether) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const auto refused = test::expect_refused<MultiLayerState>;
  refused([](auto& state) { state.hidden.clear(); }, "no local feature");
  refused([](auto& state) { state.rounds.clear(); }, "no round");
  refused([](auto& state) { state.output.pop_back(); }, "fewer than two classes");
  refused([](auto& state) { state.hidden[1].clear(); }, "a local feature has no vote");
  refused([](auto& state) { state.hidden[0][1].weight = kNan; }, "not finite");
  refused([](auto& state) { state.output[1][0].weight = kNan; }, "not finite");
  refused([](auto& state) { state.output[1].pop_back(); }, "does not have one vote per round");
  refused([](auto& state) { state.rounds.pop_back(); }, "does not have one vote per round");
  refused([](auto& state) { state.output[0][1].disjunction.feature = 3; }, "an unknown local feature");
  refused([](auto& state) { state.output[0][1].disjunction.area.width = 0; }, "no pixels");
  refused([](auto& state) { state.rounds[1].loss = std::numeric_limits<double>::infinity(); }, "the loss");
}

TEST(StumpBoostCheckpoint, IsRefusedForAStateThatDoesNotHangTogether) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = test::expect_refused<StumpBoostState>;
  refused([](auto& state) { state.rounds.clear(); }, "no round");
  refused([](auto& state) { state.votes.clear(); }, "no vote");
  refused([](auto& state) { state.votes[1].sign = 0; }, "a vote has no sign");
  refused([](auto& state) { state.votes[1].sign = 2; }, "a vote has no sign");
  refused([](auto& state) { state.votes[2].weight = kNan; }, "not finite");
  refused([](auto& state) { state.votes[2].offset = kNan; }, "not finite");
  refused([](auto& state) { state.rounds[1].objective = kNan; }, "the objective of a round is not finite");
}

TEST(TreeBoostCheckpoint, IsRefusedForAStateThatDoesNotHangTogether) {
  const auto refused = test::expect_refused<TreeBoostState>;
  refused([](auto& state) { state.rounds.pop_back(); }, "its rounds do not match its trees");
  refused([](auto& state) { state.trees[1].votes.pop_back(); }, "has too few votes");
  refused([](auto& state) { state.trees[1].votes.push_back(1); }, "has too many votes");
  refused([](auto& state) { state.trees[1].votes[2] = 51; }, "a vote is not finite or too large");
  refused([](auto& state) { state.trees[1].branches[1].below = 1; }, "has an invalid child");
  refused([](auto& state) { state.trees[0].branches.clear(); }, "no branch");
  refused([](auto& state) { state.rounds[1].objective = std::numeric_limits<double>::infinity(); },
          "the objective of a round is not finite");
}

}  // namespace
}  // namespace ocelli::internal::classifier_checkpoint_test
