#include "pipelines/model_files/doctored_checkpoint.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace ocelli::internal::doctored_checkpoint_test {
namespace {

using test::DoctoredCheckpoint;

const test::TinyTraining& training(std::string_view name) {
  return test::tiny_training_named(test::tiny_kinds(), name);
}

INSTANTIATE_TEST_SUITE_P(Kinds, DoctoredCheckpoint, testing::ValuesIn(test::tiny_kinds()),
                         [](const auto& tested) { return std::string(tested.param.name); });

template <class State>
void expect_refused(std::string_view name, const std::string& part, void (*change)(State&)) {
  const testing::ScopedTrace trace(__FILE__, __LINE__, std::string(name));
  test::expect_refused<State>(training(name), part, change);
}

TEST(DoctoredShareBoost, WithAGroupThatIsNotThereIsRefused) {
  for (const char* name : {"ShareBoostOfStumps", "ShareBoostOfBalls", "ShareBoostOfLinear"}) {
    for (void (*change)(ShareBoostState&) :
         {+[](ShareBoostState& state) { state.rounds[0].group = UINT64_MAX; },
          +[](ShareBoostState& state) { state.rounds[1].group = std::uint64_t{1} << 40; },
          +[](ShareBoostState& state) { state.rounds[1].group = std::uint64_t{5} << 32 | 4000; }}) {
      expect_refused<ShareBoostState>(name, "an unknown group of features", change);
    }
  }
}

TEST(DoctoredShareBoost, WithAGroupTwiceIsRefused) {
  expect_refused<ShareBoostState>("ShareBoostOfLinear", "twice", [](ShareBoostState& state) {
    state.rounds[1].group = state.rounds[0].group;
  });
}

TEST(DoctoredShareBoost, WithMoreRoundsThanAreWantedKeepsThem) {
  const Samples samples = test::bar_images(30);
  ClassifierTrainingOptions options;
  options.candidates = test::small_candidates("linear");
  options.boost.rounds = 6;
  ShareBoostState last;
  train_classifier(samples, options, {.round = [&](const ShareBoostState& state) { last = state; }});
  const std::size_t learned = last.rounds.size();
  ASSERT_GT(learned, 1u);
  options.boost.rounds = 1;
  EXPECT_EQ(train_classifier(samples, options, {.resume = last}).path.size(), learned);
}

TEST(DoctoredMultiLayer, WithTheBinBelowAllIsRefused) {
  expect_refused<MultiLayerState>("MultiLayer", "an unknown candidate or bin",
                                  [](MultiLayerState& state) { state.hidden[0][0].bin = 0; });
}

TEST(DoctoredMultiLayer, WithACandidateOrAnAreaThatIsNotThereIsRefused) {
  expect_refused<MultiLayerState>("MultiLayer", "an unknown candidate or bin",
                                  [](MultiLayerState& state) { state.hidden[0][0].candidate = 50; });
  expect_refused<MultiLayerState>(
      "MultiLayer", "an unknown local feature or area",
      [](MultiLayerState& state) { state.output[1][0].disjunction.area.width = 1000; });
}

TEST(DoctoredStumps, WithAVoteForAStumpThatIsNotThereIsRefused) {
  expect_refused<StumpBoostState>("MultiBoostCw", "do not match these samples", [](StumpBoostState& state) {
    state.votes[0].stump = std::uint64_t{3} << 32 | 30;
  });
  expect_refused<StumpBoostState>("MultiBoostCw", "do not match these samples",
                                  [](StumpBoostState& state) { state.votes[0].stump = 0; });
}

void expect_detector_refused(const std::string& part, void (*change)(TrainingState&)) {
  const test::TinyTraining& tiny = training("Detector");
  TrainingState state = load_checkpoint(tiny.checkpoint, "sample");
  change(state);
  const auto error = test::refusal_of([&] { tiny.resume(serialize(state)); });
  ASSERT_TRUE(error.has_value()) << "goes on in spite of: " << part;
  EXPECT_NE(error->message().find(part), std::string::npos) << error->message();
}

TEST(DoctoredDetector, IsRefusedForWhatIsNotThere) {
  const auto refused = expect_detector_refused;
  refused("a missing image", [](auto& state) { state.negatives[3].image = 6; });
  refused("does not fit its image", [](auto& state) { state.negatives[3].level = 1000; });
  refused("does not fit its image", [](auto& state) { state.negatives[3].x = 1000; });
  refused("an unknown feature", [](auto& state) { state.weak[0].feature = 60; });
  refused("too large", [](auto& state) { state.weak[0].table[2] = 1e9f; });
  refused("do not match", [](auto& state) { state.rounds = 1000; });
  refused("another window", [](auto& state) { state.cascade.label = "circle"; });
  refused("more negative windows", [](auto& state) { state.negatives.resize(401); });
}

}  // namespace
}  // namespace ocelli::internal::doctored_checkpoint_test
