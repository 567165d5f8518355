#include "ocelli/training/landmark_training.hpp"

#include <gmock/gmock.h>

#include <opencv2/imgcodecs.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "apps/training_ground.hpp"
#include "data/expect_error.hpp"
#include "detection/random_cascade.hpp"
#include "detection/training/drawn_faces.hpp"

namespace ocelli::internal::landmark_training_test {
namespace {

using test::TrainingGround;
using testing::HasSubstr;

/// A table of drawn faces with their landmarks. Every second one is to be ignored by detectors.
std::string table_of_faces(const TrainingGround& ground, std::uint32_t count) {
  std::ostringstream table;
  table << "image,x,y,w,h,frontal,lex,ley,rex,rey,nosex,nosey,lmx,lmy,rmx,rmy\n";
  for (std::uint32_t i = 0; i < count; ++i) {
    const LandmarkFace face = test::drawn_face(i);
    const std::string name = "face" + std::to_string(i) + ".png";
    cv::imwrite(ground.at(name), face.gray);
    table << name << "," << face.square.x << "," << face.square.y << "," << face.square.w << ","
          << face.square.h << "," << i % 2;
    for (const Point& point : face.landmarks) table << "," << point.x << "," << point.y;
    table << "\n";
  }
  return ground.file("faces.csv", table.str());
}

/// A detector of nothing in particular.
std::string some_detector(const TrainingGround& ground) {
  DetectorModel model{.cascade = Cascade(test::random_cascade(8, 8, 2, 1)), .card = {}};
  model.card.description = "Some detector.";
  save_model(ground.at("some.ocelli"), model);
  return ground.at("some.ocelli");
}

DetectorTraining landmarks_alone(const TrainingGround& ground, std::uint32_t faces) {
  DetectorTraining job;
  job.positives = {table_of_faces(ground, faces)};
  job.cascade = some_detector(ground);
  job.output = ground.at("placing.ocelli");
  job.landmarks = LandmarkChoice::only;
  return job;
}

TEST(TrainLandmarks, AddsThemToADetectorAndChangesNothingElse) {
  const TrainingGround ground(0, 0);
  std::string reported;
  TrainingObserver observer;
  observer.report = [&](const std::string& text) { reported += text + "\n"; };
  const DetectorTraining job = landmarks_alone(ground, 120);
  train_detector(job, observer, {});
  const DetectorModel before = load_detector(job.cascade), after = load_detector(job.output);
  EXPECT_EQ(after.cascade.parts(), before.cascade.parts());
  ASSERT_TRUE(after.landmarks.has_value());
  EXPECT_EQ(after.card.description, "Some detector.");
  EXPECT_THAT(after.card.components.back().text, HasSubstr("regression trees"));
  EXPECT_THAT(after.card.figures.back().name, HasSubstr("landmarks"));
  EXPECT_THAT(reported, HasSubstr("held-out faces"));
}

TEST(TrainLandmarks, NeedsADetectorToAddThemTo) {
  DetectorTraining job;
  job.output = "a.ocelli";
  job.landmarks = LandmarkChoice::only;
  const Error error = test::error_of([&] { job.validate(); });
  EXPECT_EQ(error.where(), "--landmarks");
  EXPECT_THAT(error.message(), HasSubstr("--cascade"));
}

TEST(TrainLandmarks, RefusesOptionsThatWouldHaveNoEffectOnThem) {
  DetectorTraining job;
  job.output = "a.ocelli";
  job.cascade = "b.ocelli";
  job.landmarks = LandmarkChoice::only;
  job.trainer.seed = 5;
  job.validate();
  job.verifier.trees = 10;
  EXPECT_EQ(test::error_of([&] { job.validate(); }).where(), "--verifier-trees");
  job.verifier.trees.reset();
  job.negatives = {"photos"};
  EXPECT_EQ(test::error_of([&] { job.validate(); }).where(), "--negatives");
}

TEST(TrainLandmarks, RefusesTooFewFacesBeforeADetectorIsTrained) {
  const TrainingGround ground(0, 0);
  DetectorTraining job = landmarks_alone(ground, 20);
  job.cascade.clear();
  job.negatives = {ground.at("none")};
  job.landmarks = LandmarkChoice::yes;
  EXPECT_THAT(test::error_of([&] { train_detector(job, {}, {}); }).message(),
              HasSubstr("at least 100 faces"));
}

TEST(TrainLandmarks, SaysHowManyFacesAreNeeded) {
  const TrainingGround ground(0, 0);
  const DetectorTraining job = landmarks_alone(ground, 20);
  const Error error = test::error_of([&] { train_detector(job, {}, {}); });
  EXPECT_EQ(error.kind(), Kind::training);
  EXPECT_THAT(error.message(), HasSubstr("at least 100 faces"));
  EXPECT_THAT(error.message(), HasSubstr("not 20"));
}

}  // namespace
}  // namespace ocelli::internal::landmark_training_test
