// Checkpoints whose checksum fits and whose meaning does not: refused by one Error, or good to train on with.
// None may crash the program or keep it for ever.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

#include "ocelli/core/random.hpp"
#include "pipelines/model_files/damage.hpp"
#include "pipelines/model_files/tiny_trainings.hpp"

namespace ocelli::internal::doctored_checkpoint_test {
namespace {

using Clock = std::chrono::steady_clock;

const test::TinyTraining& training(std::string_view name) {
  const auto& kinds = test::tiny_kinds();
  const auto found = std::ranges::find(kinds, name, &test::TinyKind::name);
  return test::tiny_training_of(static_cast<std::size_t>(found - kinds.begin()));
}

class DoctoredCheckpoint : public testing::TestWithParam<std::size_t> {
 protected:
  const test::TinyTraining& tiny = test::tiny_training_of(GetParam());
  Clock::time_point begun = Clock::now();

  /// Sweeps take what time there is, spread over all kinds; the fuzzer takes more.
  bool has_time() const { return Clock::now() - begun < std::chrono::seconds(2); }
};

TEST_P(DoctoredCheckpoint, GoesOnAsLongAsItIsWhole) { EXPECT_NO_THROW(tiny.resume(tiny.checkpoint)); }

TEST_P(DoctoredCheckpoint, IsRefusedOrTrainsOnWhateverFieldsItHas) {
  std::size_t refused = 0, trained = 0;
  constexpr std::uint64_t kSlowTries = 40;  // of kinds that take all the time to train on once
  for (std::uint64_t seed = 0; seed < 400 && (has_time() || (refused == 0 && seed < kSlowTries)); ++seed) {
    Random random(hash(seed, {GetParam()}));
    const auto error = test::refusal_of([&] {
      tiny.resume(tiny.doctored([&](std::size_t n) { return static_cast<std::size_t>(random.below(n)); }));
    });
    ++(error ? refused : trained);
  }
  EXPECT_GT(refused, 0u);
}

TEST_P(DoctoredCheckpoint, IsRefusedOrTrainsOnWithAnyBrokenWord) {
  test::survive_patched_words(
      tiny.checkpoint,
      [&](const test::Bytes& patched) {
        if (has_time()) tiny.resume(patched);
      },
      [&] { return has_time(); });
}

INSTANTIATE_TEST_SUITE_P(Kinds, DoctoredCheckpoint, testing::Range(std::size_t{0}, test::tiny_kinds().size()),
                         [](const auto& tested) {
                           return std::string(test::tiny_kinds()[tested.param].name);
                         });

/// Expects that a field changed in the state of a checkpoint is refused with these words when training goes
/// on.
template <class State>
void expect_refused(const std::string& name, const std::string& part, void (*change)(State&)) {
  const test::TinyTraining& tiny = training(name);
  auto checkpoint = load_classifier_checkpoint<State>(tiny.checkpoint, name);
  change(checkpoint.state);
  const auto error = test::refusal_of([&] { tiny.resume(serialize(checkpoint)); });
  ASSERT_TRUE(error.has_value()) << name << " goes on in spite of: " << part;
  EXPECT_NE(error->message().find(part), std::string::npos) << error->message();
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
  for (const char* name : {"MultiBoostCw", "AdaBoostMh", "JointBoost"}) {
    expect_refused<StumpBoostState>(name, "do not match these samples", [](StumpBoostState& state) {
      state.votes[0].stump = std::uint64_t{3} << 32 | 30;
    });
    expect_refused<StumpBoostState>(name, "do not match these samples",
                                    [](StumpBoostState& state) { state.votes[0].stump = 0; });
  }
}

TEST(DoctoredMixedNorm, WithAnotherPathIsRefused) {
  expect_refused<baselines::MixedNormState>("MixedNorm", "penalty strengths",
                                            [](auto& state) { state.rounds[1].lambda *= 0.5; });
  expect_refused<baselines::MixedNormState>("MixedNorm", "an unknown group of features", [](auto& state) {
    ASSERT_FALSE(state.rounds[1].classifier.groups.empty());
    state.rounds[1].classifier.groups[0] = UINT64_MAX;
  });
}

TEST(DoctoredOneAgainstRest, WithAGroupThatIsNotThereIsRefused) {
  expect_refused<baselines::OneAgainstRestState>("OneAgainstRest", "an unknown group of features",
                                                 [](auto& state) { state.classes[1].rounds[0].group = 15; });
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
  refused("an image that is not there", [](auto& state) { state.negatives[3].image = 6; });
  refused("does not fit its image", [](auto& state) { state.negatives[3].level = 1000; });
  refused("does not fit its image", [](auto& state) { state.negatives[3].x = 1000; });
  refused("an unknown feature", [](auto& state) { state.weak[0].feature = 60; });
  refused("too large", [](auto& state) { state.weak[0].table[2] = 1e9f; });
  refused("do not go together", [](auto& state) { state.rounds = 1000; });
  refused("another window", [](auto& state) { state.cascade.label = "circle"; });
  refused("more negative windows", [](auto& state) { state.negatives.resize(401); });
}

}  // namespace
}  // namespace ocelli::internal::doctored_checkpoint_test
