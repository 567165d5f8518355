#include "ocelli/boosting/classifier_checkpoint.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>

#include "ocelli/detection/training/training_checkpoint.hpp"
#include "pipelines/model_files/damage.hpp"
#include "pipelines/model_files/samples.hpp"

namespace ocelli::internal::classifier_checkpoint_test {
namespace {

using baselines::MixedNormState;
using baselines::OneAgainstRestState;
using test::Bytes;

void expect_equal(const ShareBoostState& a, const ShareBoostState& b) {
  EXPECT_EQ(a.rounds, b.rounds);
  EXPECT_EQ(a.weights, b.weights);
  EXPECT_EQ(a.best_weights, b.best_weights);
  EXPECT_EQ(a.best_round, b.best_round);
}

void expect_equal(const MultiLayerState& a, const MultiLayerState& b) {
  EXPECT_EQ(a.hidden, b.hidden);
  EXPECT_EQ(a.output, b.output);
  EXPECT_EQ(a.rounds, b.rounds);
}

void expect_equal(const StumpBoostState& a, const StumpBoostState& b) {
  EXPECT_EQ(a.rounds, b.rounds);
  EXPECT_EQ(a.votes, b.votes);
}

void expect_equal(const TreeBoostState& a, const TreeBoostState& b) {
  EXPECT_EQ(a.rounds, b.rounds);
  EXPECT_EQ(a.trees, b.trees);
}

void expect_equal(const MixedNormState& a, const MixedNormState& b) {
  ASSERT_EQ(a.rounds.size(), b.rounds.size());
  for (std::size_t p = 0; p < a.rounds.size(); ++p) {
    const auto figures = [](const baselines::MixedNormPoint& point) {
      return std::tuple(point.lambda, point.objective, point.gap, point.training_errors,
                        point.validation_errors, point.steps, point.classifier.groups);
    };
    EXPECT_EQ(figures(a.rounds[p]), figures(b.rounds[p]));
    EXPECT_EQ(a.rounds[p].classifier.weights, b.rounds[p].classifier.weights);
  }
}

void expect_equal(const OneAgainstRestState& a, const OneAgainstRestState& b) {
  EXPECT_EQ(a.rounds, b.rounds);
  ASSERT_EQ(a.classes.size(), b.classes.size());
  for (std::size_t c = 0; c < a.classes.size(); ++c) expect_equal(a.classes[c], b.classes[c]);
  EXPECT_EQ(a.best_round, b.best_round);
  EXPECT_EQ(a.best.groups, b.best.groups);
  EXPECT_EQ(a.best.weights, b.best.weights);
}

template <class State>
ClassifierCheckpoint<State> sample();
template <>
ShareBoostCheckpoint sample<ShareBoostState>() {
  return test::sample_share_boost_checkpoint();
}
template <>
MultiLayerCheckpoint sample<MultiLayerState>() {
  return test::sample_multi_layer_checkpoint();
}
template <>
StumpBoostCheckpoint sample<StumpBoostState>() {
  return test::sample_stump_boost_checkpoint();
}
template <>
TreeBoostCheckpoint sample<TreeBoostState>() {
  return test::sample_tree_boost_checkpoint();
}
template <>
baselines::MixedNormCheckpoint sample<MixedNormState>() {
  return test::sample_mixed_norm_checkpoint();
}
template <>
baselines::OneAgainstRestCheckpoint sample<OneAgainstRestState>() {
  return test::sample_one_against_rest_checkpoint();
}

/// Gives the first number of a round a value whose lower half is 1, and returns it.
std::uint64_t mark_as_one_item(ShareBoostRound& round) { return round.group = 0x1234'5678'0000'0001; }
double mark_as_one_item(MultiLayerRound& round) { return round.loss = std::nextafter(1.0, 2.0); }
double mark_as_one_item(StumpRound& round) { return round.objective = std::nextafter(1.0, 2.0); }
double mark_as_one_item(baselines::MixedNormPoint& point) { return point.lambda = std::nextafter(1.0, 2.0); }
std::uint64_t mark_as_one_item(baselines::OneAgainstRestRound& round) {
  return round.features = 0x1234'5678'0000'0001;
}

template <class State>
class AnyClassifierCheckpoint : public testing::Test {
 protected:
  const ClassifierCheckpoint<State> checkpoint = sample<State>();
  const Bytes bytes = serialize(checkpoint);
};

using States = testing::Types<ShareBoostState, MultiLayerState, StumpBoostState, TreeBoostState,
                              MixedNormState, OneAgainstRestState>;
TYPED_TEST_SUITE(AnyClassifierCheckpoint, States);

TYPED_TEST(AnyClassifierCheckpoint, GivesBackWhatWasPutIn) {
  const auto loaded = load_classifier_checkpoint<TypeParam>(this->bytes, "sample");
  EXPECT_EQ(loaded.fingerprint, this->checkpoint.fingerprint);
  expect_equal(loaded.state, this->checkpoint.state);
}

TYPED_TEST(AnyClassifierCheckpoint, IsRefusedWhenCutOrWithAnyBitFlipped) {
  test::expect_every_damage_refused(
      this->bytes, [](const Bytes& damaged) { load_classifier_checkpoint<TypeParam>(damaged, "sample"); });
}

TYPED_TEST(AnyClassifierCheckpoint, WithABrokenWordIsRefusedOrReadable) {
  test::survive_patched_words(
      this->bytes, [](const Bytes& patched) { load_classifier_checkpoint<TypeParam>(patched, "patched"); });
}

TYPED_TEST(AnyClassifierCheckpoint, WithRoundsThatAreNotAlignedIsRefused) {
  ClassifierCheckpoint<TypeParam> marked = this->checkpoint;
  const auto first = mark_as_one_item(marked.state.rounds.front());
  const Bytes shifted = test::with_vector_shifted(serialize(marked), first);
  test::expect_model_error([&] { load_classifier_checkpoint<TypeParam>(shifted, "sample"); }, "sample",
                           "a vector of numbers is misaligned");
}

TYPED_TEST(AnyClassifierCheckpoint, IsNotTakenForADetectorsCheckpoint) {
  test::expect_model_error([&] { load_checkpoint(this->bytes, "sample"); }, "sample", "classifier");
}

TEST(ClassifierCheckpoint, IsNotTakenForThatOfAnotherAlgorithm) {
  const Bytes bytes = serialize(test::sample_share_boost_checkpoint());
  test::expect_model_error([&] { load_classifier_checkpoint<MultiLayerState>(bytes, "sample"); }, "sample",
                           "the checkpoint of a ShareBoost classifier instead of");
  test::expect_model_error([&] { load_classifier_checkpoint<StumpBoostState>(bytes, "sample"); }, "sample",
                           "the checkpoint of a ShareBoost classifier instead of");
}

/// Expects that the sample, changed, is refused: writing ends with the checks of reading.
template <class State>
void expect_refused(void (*change)(State&), const std::string& part) {
  ClassifierCheckpoint<State> checkpoint = sample<State>();
  change(checkpoint.state);
  test::expect_model_error([&] { serialize(checkpoint); }, "", part);
}

TEST(ShareBoostCheckpoint, IsRefusedForAStateThatDoesNotHangTogether) {
  const auto refused = expect_refused<ShareBoostState>;
  refused([](auto& state) { state.rounds.clear(); }, "round");
  refused([](auto& state) { state.best_round = 3; }, "best round");
  refused([](auto& state) { state.weights(1, 2) = std::numeric_limits<double>::infinity(); }, "not finite");
  refused([](auto& state) { state.weights = ClassWeights::Zero(2, 6); }, "weights");
}

TEST(MultiLayerCheckpoint, IsRefusedForAStateThatDoesNotHangTogether) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const auto refused = expect_refused<MultiLayerState>;
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
  const auto refused = expect_refused<StumpBoostState>;
  refused([](auto& state) { state.rounds.clear(); }, "no round");
  refused([](auto& state) { state.votes.clear(); }, "no vote");
  refused([](auto& state) { state.votes[1].sign = 0; }, "a vote has no sign");
  refused([](auto& state) { state.votes[1].sign = 2; }, "a vote has no sign");
  refused([](auto& state) { state.votes[2].weight = kNan; }, "not finite");
  refused([](auto& state) { state.votes[2].offset = kNan; }, "not finite");
  refused([](auto& state) { state.rounds[1].objective = kNan; }, "the objective of a round is not finite");
}

TEST(TreeBoostCheckpoint, IsRefusedForAStateThatDoesNotHangTogether) {
  const auto refused = expect_refused<TreeBoostState>;
  refused([](auto& state) { state.rounds.pop_back(); }, "its rounds do not match its trees");
  refused([](auto& state) { state.trees[1].votes.pop_back(); }, "has too few votes");
  refused([](auto& state) { state.trees[1].votes.push_back(1); }, "has too many votes");
  refused([](auto& state) { state.trees[1].votes[2] = 51; }, "a vote is not finite or too large");
  refused([](auto& state) { state.trees[1].branches[1].below = 1; }, "leads nowhere");
  refused([](auto& state) { state.trees[0].branches.clear(); }, "no branch");
  refused([](auto& state) { state.rounds[1].objective = std::numeric_limits<double>::infinity(); },
          "the objective of a round is not finite");
}

TEST(MixedNormCheckpoint, IsRefusedForAStateThatDoesNotHangTogether) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = expect_refused<MixedNormState>;
  refused([](auto& state) { state.rounds.clear(); }, "no point");
  refused([](auto& state) { state.rounds[1].lambda = 0; }, "lambda");
  refused([](auto& state) { state.rounds[2].objective = kNan; }, "not finite");
  refused([](auto& state) { state.rounds[2].gap = kNan; }, "not finite");
  refused([](auto& state) { state.rounds[1].classifier.weights(0, 1) = kNan; }, "a weight is not finite");
  refused([](auto& state) { state.rounds[1].classifier.groups.clear(); }, "its weights do not match");
  refused([](auto& state) { state.rounds[2].classifier.weights = ClassWeights::Zero(2, 5); },
          "its weights do not match");
}

TEST(OneAgainstRestCheckpoint, IsRefusedForAStateThatDoesNotHangTogether) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = expect_refused<OneAgainstRestState>;
  refused([](auto& state) { state.rounds.clear(); }, "best round");
  refused([](auto& state) { state.best_round = 2; }, "best round");
  refused([](auto& state) { state.classes.resize(1); }, "two classes");
  refused(
      [](auto& state) {
        state.classes[1].rounds.pop_back();
        state.classes[1].rounds.pop_back();
      },
      "its weights do not match");
  refused([](auto& state) { state.classes[2].weights(1, 0) = kNan; }, "a weight is not finite");
  refused([](auto& state) { state.best.groups.pop_back(); }, "its weights do not match");
  refused([](auto& state) { state.best.weights(2, 4) = kNan; }, "a weight is not finite");
}

}  // namespace
}  // namespace ocelli::internal::classifier_checkpoint_test
