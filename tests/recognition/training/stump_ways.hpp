#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/recognition/training/stump_training.hpp"
#include "recognition/image_classes.hpp"

/// What training with any boosting of stumps promises. Whoever includes this instantiates StumpTraining with
/// its own.
namespace ocelli::internal::test {

/// An algorithm with options for a moment.
struct StumpWay {
  std::string name;
  StumpBoosting (*of)(std::size_t rounds);
};

/// What a round would say of the classifier's own errors.
inline StumpRound errors_of(const Classifier& classifier, const Samples& samples,
                            const SamplePreparation& preparation) {
  const TrainingSamples parts = prepare(samples, preparation);
  const std::vector<Classification> read = classifier.classify(parts.all());
  StumpRound errors;
  for (std::size_t i = 0; i < read.size(); ++i) {
    if (read[i].label() == parts.all().labels[i]) continue;
    ++(i < parts.training() ? errors.training_errors : errors.validation_errors);
  }
  return errors;
}

inline void expect_same(const TrainedStumps& a, const TrainedStumps& b) {
  EXPECT_EQ(a.path, b.path);
  EXPECT_EQ(std::get<StumpFeatures>(a.classifier.features()),
            std::get<StumpFeatures>(b.classifier.features()));
  EXPECT_EQ(a.classifier.weights(), b.classifier.weights());
}

class StumpTraining : public testing::TestWithParam<StumpWay> {};

TEST_P(StumpTraining, MakesAClassifierThatErrsAsTheLastRoundSays) {
  const SamplePreparation parted{.validation = 0.3};
  for (const Samples& samples : {bar_images(150), random_samples(150, 5, 4, 1)}) {
    const TrainedStumps trained = train_stumps(samples, GetParam().of(12), parted);
    EXPECT_EQ(trained.training, 105u);
    EXPECT_EQ(trained.validation, 45u);
    ASSERT_EQ(trained.path.size(), 12u);
    const StumpRound found = errors_of(trained.classifier, samples, parted);
    EXPECT_EQ(found.training_errors, trained.path.back().training_errors);
    EXPECT_EQ(found.validation_errors, trained.path.back().validation_errors);
    EXPECT_LT(found.training_errors, 70u);
  }
}

TEST_P(StumpTraining, GoesOnToTheSameClassifier) {
  const Samples samples = bar_images(90);
  StumpBoostState after_three;
  const auto keep = [&](const StumpBoostState& state) {
    if (state.rounds.size() == 3) after_three = state;
  };
  const TrainedStumps whole = train_stumps(samples, GetParam().of(7), {.validation = 0.3}, {.round = keep});
  expect_same(train_stumps(samples, GetParam().of(7), {.validation = 0.3}, {.resume = after_three}), whole);
}

TEST_P(StumpTraining, IsTheSameForAnyNumberOfThreads) {
  const Samples samples = bar_images(60);
  const auto act = [&] { return train_stumps(samples, GetParam().of(4), {}); };
  expect_same(with_threads(1, act), with_threads(3, act));
}

TEST_P(StumpTraining, KeepsTheShapeAndTheNormalizedSideOfImages) {
  const Samples samples = bar_images(60);
  const TrainedStumps trained = train_stumps(samples, GetParam().of(5), {.normalized_side = 8});
  EXPECT_EQ(trained.classifier.shape(), samples.shape);
  EXPECT_EQ(trained.classifier.normalized_side(), 8);
  EXPECT_EQ(trained.classifier.classes(), samples.classes);
}

TEST_P(StumpTraining, StopsWhenAskedTo) {
  std::stop_source stop;
  const auto stop_after_two = [&](const StumpBoostState& state) {
    if (state.rounds.size() == 2) stop.request_stop();
  };
  const auto act = [&] {
    train_stumps(bar_images(60), GetParam().of(50), {}, {.round = stop_after_two}, stop.get_token());
  };
  EXPECT_EQ(error_of(act).kind(), Kind::canceled);
}

TEST_P(StumpTraining, NeedsAStumpThatTellsClassesApart) {
  Samples samples = bar_images(30);
  samples.values.setConstant(7);
  expect_error([&] { train_stumps(samples, GetParam().of(5), {}); }, Kind::training,
               "no stump separates the classes");
}

}  // namespace ocelli::internal::test
