#include <gmock/gmock.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "apps/training_ground.hpp"
#include "data/expect_error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/detection/training/training_checkpoint.hpp"
#include "ocelli/training/detector_training.hpp"

namespace ocelli::internal::verifier_resume_test {
namespace {

using test::TrainingGround;
using testing::HasSubstr;

DetectorTraining with_verifier(const TrainingGround& ground, const std::string& model) {
  DetectorTraining job;
  job.positives = {ground.at("info.dat")};
  job.negatives = {ground.at("bg.txt")};
  job.output = ground.at(model);
  job.width = 12;
  job.trainer.label = "cross";
  job.trainer.features = 600;
  job.trainer.mined = 400;
  job.trainer.stages = 2;
  job.trainer.max_weak_count = 12;
  job.trainer.max_false_alarm_rate = 0.2;
  job.verifier.trees = 24;
  job.verifier.rounds = 2;
  job.verifier.depth = 2;
  job.verifier.network_passes = 1;
  return job;
}

struct Stopped : std::runtime_error {
  using runtime_error::runtime_error;
};

/// Ends the training when a task of this name has done so much, as a crash would.
TrainingObserver stopping_in(const std::string& task, std::size_t done) {
  TrainingObserver observer;
  observer.progress = [=](const Progress& progress) {
    if (progress.task == task && progress.done >= done) throw Stopped(task);
  };
  return observer;
}

std::string bytes_of(const std::filesystem::path& file) { return read_text(file, 1 << 24); }

TEST(TrainDetector, StoppedInEachPartOfItsVerifierResumesToTheSameModel) {
  const TrainingGround ground(60, 40);
  train_detector(with_verifier(ground, "whole.ocelli"), {}, {});
  DetectorTraining job = with_verifier(ground, "stopped.ocelli");
  const std::string checkpoint = ground.at("stopped.ocelli.checkpoint");
  for (const auto& [task, done] : {std::pair{"collecting objects for the verifier", 0},
                                   {"mining for the verifier, round 2 of 2", 20},
                                   {"growing the verifier's trees, round 2 of 2", 9},
                                   {"training the verifier's network", 1}}) {
    EXPECT_THROW(train_detector(job, stopping_in(task, static_cast<std::size_t>(done)), {}), Stopped) << task;
    EXPECT_TRUE(std::filesystem::exists(checkpoint)) << task;
    job.resume = true;
  }
  EXPECT_TRUE(load_checkpoint(checkpoint).verifier.has_value());
  train_detector(job, {}, {});
  EXPECT_EQ(bytes_of(job.output), bytes_of(ground.at("whole.ocelli")));
  EXPECT_FALSE(std::filesystem::exists(checkpoint));
  EXPECT_THAT(bytes_of(job.log()), HasSubstr("verifier_round"));
}

TEST(TrainDetector, RefusesToResumeItsVerifierWithOtherOptions) {
  const TrainingGround ground(60, 40);
  DetectorTraining job = with_verifier(ground, "cross.ocelli");
  EXPECT_THROW(train_detector(job, stopping_in("growing the verifier's trees, round 2 of 2", 9), {}),
               Stopped);
  job.resume = true;
  job.verifier.depth = 3;
  const Error error = test::error_of([&] { train_detector(job, {}, {}); });
  EXPECT_EQ(error.kind(), Kind::model);
  EXPECT_THAT(error.message(), HasSubstr("different options or data"));
}

TEST(TrainDetector, ResumesAVerifierForTheCascadeOfAnotherDetector) {
  const TrainingGround ground(60, 40);
  DetectorTraining alone = with_verifier(ground, "alone.ocelli");
  alone.verifier = {.trees = 0};
  train_detector(alone, {}, {});
  DetectorTraining job = with_verifier(ground, "whole.ocelli");
  job.cascade = alone.output;
  job.trainer = DetectorTraining{}.trainer;  // the stages are those of the other detector
  job.trainer.label = "cross";
  job.trainer.mined = 400;
  train_detector(job, {}, {});
  job.output = ground.at("stopped.ocelli");
  EXPECT_THROW(train_detector(job, stopping_in("growing the verifier's trees, round 2 of 2", 9), {}),
               Stopped);
  job.resume = true;
  train_detector(job, {}, {});
  EXPECT_EQ(bytes_of(job.output), bytes_of(ground.at("whole.ocelli")));
}

/// Keeps the first stage of another detector, and trains the second.
DetectorTraining with_shared_stage(const TrainingGround& ground, const std::string& model) {
  DetectorTraining first = with_verifier(ground, "first.ocelli");
  first.verifier = {.trees = 0};
  train_detector(first, {}, {});
  DetectorTraining job = with_verifier(ground, model);
  job.verifier = {.trees = 0};
  job.cascade = first.output;
  job.shared_stages = 1;
  job.trainer.seed = 7;
  return job;
}

TEST(TrainDetector, SharesTheFirstStagesOfAnotherDetector) {
  const TrainingGround ground(60, 40);
  const DetectorTraining job = with_shared_stage(ground, "second.ocelli");
  train_detector(job, {}, {});
  const Cascade first = load_detector(job.cascade).cascade, second = load_detector(job.output).cascade;
  ASSERT_EQ(first.stages().size(), 2U);
  ASSERT_EQ(second.stages().size(), 2U);
  EXPECT_EQ(first_stages(first, 1).parts().tables, first_stages(second, 1).parts().tables);
  EXPECT_NE(first.parts().tables, second.parts().tables);
}

TEST(TrainDetector, StoppedBehindSharedStagesResumesToTheSameModel) {
  const TrainingGround ground(60, 40);
  DetectorTraining job = with_shared_stage(ground, "whole.ocelli");
  train_detector(job, {}, {});
  job.output = ground.at("stopped.ocelli");
  EXPECT_THROW(train_detector(job, stopping_in("mining negatives", 1), {}), Stopped);
  job.resume = std::filesystem::exists(ground.at("stopped.ocelli.checkpoint"));
  train_detector(job, {}, {});
  EXPECT_EQ(bytes_of(job.output), bytes_of(ground.at("whole.ocelli")));
}

TEST(TrainDetector, RefusesToShareStagesThatDoNotExist) {
  const TrainingGround ground(60, 40);
  DetectorTraining job = with_shared_stage(ground, "second.ocelli");
  job.shared_stages = 3;
  job.trainer.stages = 4;
  test::expect_error([&] { train_detector(job, {}, {}); }, Kind::usage, "has only 2 stages");
  job.trainer.stages = 3;
  test::expect_error([&] { job.validate(); }, Kind::usage, "must be fewer than the stages of --stages");
  job.cascade.clear();
  test::expect_error([&] { job.validate(); }, Kind::usage, "--shared-stages: requires --cascade");
}

}  // namespace
}  // namespace ocelli::internal::verifier_resume_test
