#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "model_files/tiny_baselines.hpp"
#include "pipelines/model_files/doctored_checkpoint.hpp"

namespace ocelli::internal::baselines::doctored_checkpoint_test {
namespace {

using test::DoctoredCheckpoint;

INSTANTIATE_TEST_SUITE_P(Baselines, DoctoredCheckpoint, testing::ValuesIn(test::tiny_baselines()),
                         [](const auto& tested) { return std::string(tested.param.name); });

template <class State>
void expect_refused(std::string_view name, const std::string& part, void (*change)(State&)) {
  const testing::ScopedTrace trace(__FILE__, __LINE__, std::string(name));
  test::expect_refused<State>(test::tiny_training_named(test::tiny_baselines(), name), part, change);
}

TEST(DoctoredStumps, WithAVoteForAStumpThatIsNotThereIsRefused) {
  for (const char* name : {"AdaBoostMh", "JointBoost"}) {
    expect_refused<StumpBoostState>(name, "do not match these samples", [](StumpBoostState& state) {
      state.votes[0].stump = std::uint64_t{3} << 32 | 30;
    });
    expect_refused<StumpBoostState>(name, "do not match these samples",
                                    [](StumpBoostState& state) { state.votes[0].stump = 0; });
  }
}

TEST(DoctoredMixedNorm, WithAnotherPathIsRefused) {
  expect_refused<MixedNormState>("MixedNorm", "penalty strengths",
                                 [](auto& state) { state.rounds[1].lambda *= 0.5; });
  expect_refused<MixedNormState>("MixedNorm", "an unknown group of features", [](auto& state) {
    ASSERT_FALSE(state.rounds[1].classifier.groups.empty());
    state.rounds[1].classifier.groups[0] = UINT64_MAX;
  });
}

TEST(DoctoredOneAgainstRest, WithAGroupThatIsNotThereIsRefused) {
  expect_refused<OneAgainstRestState>("OneAgainstRest", "an unknown group of features",
                                      [](auto& state) { state.classes[1].rounds[0].group = 15; });
}

}  // namespace
}  // namespace ocelli::internal::baselines::doctored_checkpoint_test
