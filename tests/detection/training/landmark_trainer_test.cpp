#include "ocelli/detection/training/landmark_trainer.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <utility>
#include <vector>

#include "data/expect_error.hpp"
#include "detection/training/drawn_faces.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::landmark_trainer_test {
namespace {

using test::drawn_faces;

LandmarkTrainerOptions quick() {
  LandmarkTrainerOptions options;
  options.stages = 4;
  options.trees = 20;
  options.depth = 3;
  options.candidates = 30;
  options.changes.copies = 3;
  return options;
}

TEST(LandmarkTrainer, LearnsToPlaceLandmarksInFacesThatItHasNotSeen) {
  const LandmarkRegressor trained(train_landmarks(drawn_faces(300), quick(), {}));
  LandmarkParts still = trained.parts();
  std::ranges::fill(still.leaves, std::int8_t{0});
  const LandmarkErrors errors = measure_landmarks(trained, drawn_faces(100, 1000), {}, 1),
                       mean_shape =
                           measure_landmarks(LandmarkRegressor(still), drawn_faces(100, 1000), {}, 1);
  EXPECT_LT(errors.all, 0.6 * mean_shape.all);
  EXPECT_LT(errors.eyes, 0.6 * mean_shape.eyes);
  EXPECT_LT(errors.roll, mean_shape.roll);
}

TEST(LandmarkTrainer, GivesTheSameForAnyNumberOfThreads) {
  LandmarkTrainerOptions options = quick();
  options.stages = 2;
  options.trees = 4;
  std::vector<LandmarkParts> trained;
  for (const int threads : {1, 3})
    test::with_threads(threads, [&] { trained.push_back(train_landmarks(drawn_faces(40), options, {})); });
  EXPECT_EQ(trained[0], trained[1]);
  options.seed = 2;
  EXPECT_FALSE(train_landmarks(drawn_faces(40), options, {}) == trained[0]);
}

TEST(LandmarkTrainer, GivesARegressorOfTheSizeAskedFor) {
  LandmarkTrainerOptions options = quick();
  const LandmarkParts parts = train_landmarks(drawn_faces(30), options, {});
  EXPECT_EQ(parts.stages(), 4u);
  EXPECT_EQ(parts.trees_per_stage(), 20u);
  EXPECT_EQ(parts.pixels_per_stage(), 256u);
}

TEST(LandmarkTrainer, RefusesToLearnFromNothing) {
  EXPECT_EQ(test::error_of([] { train_landmarks({}, {}, {}); }).kind(), Kind::training);
}

/// Nothing varied but what a test sets.
LandmarkChanges plain(int copies) {
  LandmarkChanges changes;
  changes.copies = copies;
  changes.rotation = changes.degraded = changes.dark = 0;
  changes.smallest = 54;
  changes.placing = {PlacingError{}};
  return changes;
}

TEST(LandmarkSamples, MirrorEverySecondCopyWithItsSidesSwapped) {
  const LandmarkSamples samples = landmark_samples(drawn_faces(5), plain(2), 1);
  for (std::size_t i = 0; i < samples.size(); i += 2) {
    const LandmarkShape &straight = samples.goals[i], &mirrored = samples.goals[i + 1];
    for (const auto& [own, other] : {std::pair{0, 2}, {2, 0}, {4, 4}, {6, 8}, {8, 6}}) {
      const auto from = static_cast<std::size_t>(own), to = static_cast<std::size_t>(other);
      EXPECT_NEAR(straight[from], -mirrored[to], 60) << "across, in 1/256 pixels";
      EXPECT_NEAR(straight[from + 1], mirrored[to + 1], 60) << "down";
    }
  }
}

TEST(LandmarkSamples, ShowTheEyesWhereTheGoalsAre) {
  LandmarkChanges changes = plain(6);
  changes.rotation = 20;
  changes.smallest = 30;
  const LandmarkSamples samples = landmark_samples(drawn_faces(10), changes, 3);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const LandmarkShape& goal = samples.goals[i];
    const auto gray = [&](int x, int y) {
      return samples.crop(i).at<std::uint8_t>((y >> 8) + 32, (x >> 8) + 32);
    };
    EXPECT_LT(gray(goal[0], goal[1]) + 30, gray(goal[4], goal[5])) << "left eye darker than the nose: " << i;
    EXPECT_LT(gray(goal[2], goal[3]) + 30, gray(goal[4], goal[5])) << "right eye: " << i;
  }
}

TEST(PlacingErrors, AreDrawnFromTheGivenOnesAndMoveTheBox) {
  const std::vector<PlacingError> errors = {{.x = 0.1, .y = -0.2, .log_size = std::log(2)}};
  Random random(1);
  const Box box = misplaced({10, 20, 40, 40}, some_placing_error(errors, random));
  EXPECT_NEAR(box.center_x(), 34, 1e-4);
  EXPECT_NEAR(box.center_y(), 32, 1e-4);
  EXPECT_NEAR(box.w, 80, 1e-4);
}

}  // namespace
}  // namespace ocelli::internal::landmark_trainer_test
