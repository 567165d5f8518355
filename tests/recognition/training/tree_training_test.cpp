#include "ocelli/recognition/training/tree_training.hpp"

#include <gtest/gtest.h>

#include "boosting/stump_ground.hpp"
#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "ocelli/samples/split.hpp"
#include "recognition/image_classes.hpp"

namespace ocelli::internal::tree_training_test {
namespace {

TreeTrainingOptions of_rounds(std::size_t rounds) {
  TreeTrainingOptions options;
  options.boost.rounds = rounds;
  options.preparation.validation = 0.3;
  return options;
}

void expect_same_trees(const TrainedTrees& a, const TrainedTrees& b) {
  EXPECT_EQ(a.path, b.path);
  EXPECT_EQ(std::get<TreeFeatures>(a.classifier.features()), std::get<TreeFeatures>(b.classifier.features()));
  EXPECT_EQ(a.classifier.weights(), b.classifier.weights());
}

std::size_t errors_on(const Classifier& classifier, const Samples& samples,
                      std::span<const std::uint32_t> rows) {
  std::size_t errors = 0;
  for (const std::uint32_t row : rows)
    errors += classifier.classify(samples.row(row)).label() != samples.labels[row] ? 1 : 0;
  return errors;
}

TEST(TreeTraining, MakesAClassifierThatErrsAsTheLastRoundSays) {
  const Samples samples = test::clouds(200, 4, 5, 1);
  const TrainedTrees trained = train_trees(samples, of_rounds(12));
  EXPECT_EQ(trained.training, 140u);
  EXPECT_EQ(trained.validation, 60u);
  ASSERT_EQ(trained.path.size(), 12u);
  const Split parts = split_by_blocks(200, {0.3, 1, 1});
  EXPECT_EQ(errors_on(trained.classifier, samples, parts.training), trained.path.back().training_errors);
  EXPECT_EQ(errors_on(trained.classifier, samples, parts.validation), trained.path.back().validation_errors);
  EXPECT_LT(trained.path.back().validation_errors, 30u);
}

TEST(TreeTraining, StopsEarlyAndKeepsTheRoundWithTheFewestValidationErrors) {
  const Samples samples = test::clouds(200, 4, 5, 1);
  const TrainedTrees all = train_trees(samples, of_rounds(60));
  TreeTrainingOptions patient = of_rounds(60);
  patient.boost.patience = 5;
  const TrainedTrees trained = train_trees(samples, patient);
  ASSERT_LT(trained.path.size(), 55u);
  for (std::size_t r = 0; r < trained.path.size() + 5; ++r)
    EXPECT_GE(all.path[r].validation_errors, trained.path.back().validation_errors);
  const Split parts = split_by_blocks(200, {0.3, 1, 1});
  EXPECT_EQ(errors_on(trained.classifier, samples, parts.validation), trained.path.back().validation_errors);

  patient.preparation.validation = 0;
  test::expect_error([&] { train_trees(samples, patient); }, Kind::usage, "requires validation samples");
}

TEST(TreeTraining, GoesOnToTheSameClassifier) {
  const Samples samples = test::clouds(100, 3, 4, 2);
  TreeBoostState after_three;
  const auto keep = [&](const TreeBoostState& state) {
    if (state.rounds.size() == 3) after_three = state;
  };
  const TrainedTrees whole = train_trees(samples, of_rounds(7), {.round = keep});
  expect_same_trees(train_trees(samples, of_rounds(7), {.resume = after_three}), whole);
}

TEST(TreeTraining, IsTheSameForAnyNumberOfThreads) {
  const Samples samples = test::clouds(100, 3, 4, 3);
  const auto act = [&] { return train_trees(samples, of_rounds(4)); };
  expect_same_trees(test::with_threads(1, act), test::with_threads(3, act));
}

TEST(TreeTraining, LearnsImagesByTheirPixels) {
  const Samples samples = test::bar_images(90);
  const TrainedTrees trained = train_trees(samples, of_rounds(30));
  EXPECT_EQ(trained.classifier.shape(), samples.shape);
  EXPECT_LT(trained.path.back().training_errors, 10u);
}

TEST(TreeTraining, StopsWhenAskedTo) {
  std::stop_source stop;
  const auto stop_after_two = [&](const TreeBoostState& state) {
    if (state.rounds.size() == 2) stop.request_stop();
  };
  const auto act = [&] {
    train_trees(test::clouds(60, 3, 3, 1), of_rounds(50), {.round = stop_after_two}, stop.get_token());
  };
  EXPECT_EQ(test::error_of(act).kind(), Kind::canceled);
}

TEST(TreeTraining, NeedsATreeThatTellsClassesApart) {
  Samples samples = test::clouds(30, 3, 3, 1);
  samples.values.setConstant(7);
  test::expect_error([&] { train_trees(samples, of_rounds(5)); }, Kind::training,
                     "no tree separates the classes");
}

}  // namespace
}  // namespace ocelli::internal::tree_training_test
