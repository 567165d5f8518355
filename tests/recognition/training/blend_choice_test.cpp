#include "ocelli/recognition/training/blend_choice.hpp"

#include <gtest/gtest.h>

#include "ocelli/core/random.hpp"

namespace ocelli::internal::blend_choice_test {
namespace {

constexpr std::size_t kCount = 600;

std::vector<std::uint16_t> three_labels() {
  std::vector<std::uint16_t> labels(kCount);
  for (std::size_t i = 0; i < kCount; ++i) labels[i] = static_cast<std::uint16_t>(i % 3);
  return labels;
}

/// Scores that are right but for noise of their own.
SampleValues noisy_scores(double noise, std::uint64_t seed) {
  Random random(seed);
  SampleValues scores(kCount, 3);
  for (std::size_t i = 0; i < kCount; ++i) {
    for (std::size_t k = 0; k < 3; ++k)
      scores(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
          static_cast<float>((k == i % 3 ? 1.0 : 0.0) + noise * random.normal());
  }
  return scores;
}

std::size_t errors_of(const SampleValues& scores) {
  std::vector<SampleValues> alone{scores};
  return choose_blend(alone, three_labels()).errors;
}

TEST(BlendChoice, AveragesClassifiersThatErrDifferently) {
  const std::vector<SampleValues> scores{noisy_scores(0.8, 1), noisy_scores(0.8, 2)};
  const BlendChoice choice = choose_blend(scores, three_labels());
  EXPECT_EQ(choice.members(), 2u);
  EXPECT_LT(choice.errors, std::min(errors_of(scores[0]), errors_of(scores[1])));
  EXPECT_NEAR(choice.weights[0] / choice.weights[1], 1, 0.6);
}

TEST(BlendChoice, WeighsScoresWhateverTheirScale) {
  std::vector<SampleValues> scores{noisy_scores(0.8, 1), noisy_scores(0.8, 2)};
  const BlendChoice plain = choose_blend(scores, three_labels());
  scores[1] *= 100;
  const BlendChoice scaled = choose_blend(scores, three_labels());
  EXPECT_EQ(scaled.errors, plain.errors);
  EXPECT_NEAR(100 * scaled.weights[1], plain.weights[1], 1e-3 * plain.weights[1]);
}

TEST(BlendChoice, LeavesOutWhatDoesNotHelp) {
  const std::vector<SampleValues> scores{noisy_scores(20, 1), noisy_scores(0.5, 2), noisy_scores(20, 3)};
  const BlendChoice choice = choose_blend(scores, three_labels());
  EXPECT_EQ(choice.members(), 1u);
  EXPECT_GT(choice.weights[1], 0);
}

TEST(BlendChoice, GivesTheBetterClassifierMoreWeight) {
  const std::vector<SampleValues> scores{noisy_scores(1.2, 1), noisy_scores(0.6, 2)};
  const BlendChoice choice = choose_blend(scores, three_labels());
  ASSERT_EQ(choice.members(), 2u);
  EXPECT_GT(choice.weights[1], choice.weights[0]);
}

}  // namespace
}  // namespace ocelli::internal::blend_choice_test
