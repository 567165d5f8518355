#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <tuple>

#include "model_files/baseline_samples.hpp"
#include "pipelines/model_files/any_classifier_checkpoint.hpp"

namespace ocelli::internal::test {

template <>
struct CheckpointSample<baselines::MixedNormState> {
  static ClassifierCheckpoint<baselines::MixedNormState> make() { return sample_mixed_norm_checkpoint(); }
  static void expect_equal(const baselines::MixedNormState& a, const baselines::MixedNormState& b) {
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
};

template <>
struct CheckpointSample<baselines::OneAgainstRestState> {
  static ClassifierCheckpoint<baselines::OneAgainstRestState> make() {
    return sample_one_against_rest_checkpoint();
  }
  static void expect_equal(const baselines::OneAgainstRestState& a, const baselines::OneAgainstRestState& b) {
    EXPECT_EQ(a.rounds, b.rounds);
    ASSERT_EQ(a.classes.size(), b.classes.size());
    for (std::size_t c = 0; c < a.classes.size(); ++c) {
      const ShareBoostState &own = a.classes[c], &other = b.classes[c];
      EXPECT_EQ(own.rounds, other.rounds);
      EXPECT_EQ(own.weights, other.weights);
      EXPECT_EQ(own.best_weights, other.best_weights);
      EXPECT_EQ(own.best_round, other.best_round);
    }
    EXPECT_EQ(a.best_round, b.best_round);
    EXPECT_EQ(a.best.groups, b.best.groups);
    EXPECT_EQ(a.best.weights, b.best.weights);
  }
};

using States = testing::Types<baselines::MixedNormState, baselines::OneAgainstRestState>;
INSTANTIATE_TYPED_TEST_SUITE_P(Baselines, AnyClassifierCheckpoint, States);

}  // namespace ocelli::internal::test

namespace ocelli::internal::baselines::classifier_checkpoint_test {
namespace {

TEST(MixedNormCheckpoint, IsRefusedForAStateThatDoesNotHangTogether) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = test::expect_refused<MixedNormState>;
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
  const auto refused = test::expect_refused<OneAgainstRestState>;
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
}  // namespace ocelli::internal::baselines::classifier_checkpoint_test
