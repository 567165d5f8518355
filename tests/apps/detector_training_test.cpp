#include "ocelli/training/detector_training.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"

namespace ocelli::internal::app::detector_training_test {
namespace {

TEST(DetectorTraining, SettlesThresholdsByMoreOfFewImagesAndVariesTheOthersMore) {
  const DetectorTraining job = DetectorTraining{}.resolved(200, 500);
  EXPECT_DOUBLE_EQ(job.validation.value(), 0.3);
  EXPECT_EQ(job.poses.samples_per_object, 7);
  EXPECT_DOUBLE_EQ(job.trainer.min_hit_rate.value(), 0.98) << "one of 60 may be missed";
  EXPECT_EQ(job.trainer.lossless_weak, 4) << "but not at once";
  EXPECT_DOUBLE_EQ(job.held_out.value(), 0.15);
  EXPECT_EQ(job.trainer.mined, 4900);
  EXPECT_EQ(job.trainer.features, 5000);
  EXPECT_EQ(job.trainer.max_weak_count, 49);
}

TEST(DetectorTraining, SettlesTheSameForAnyLargeNumberOfImages) {
  for (const std::size_t images : {2000u, 30'000u}) {
    const DetectorTraining job = DetectorTraining{}.resolved(images, 4000);
    EXPECT_DOUBLE_EQ(job.validation.value(), 0.15);
    EXPECT_EQ(job.poses.samples_per_object, 3);
    EXPECT_DOUBLE_EQ(job.trainer.min_hit_rate.value(), 0.995);
    EXPECT_EQ(job.trainer.lossless_weak, 0);
    EXPECT_DOUBLE_EQ(job.held_out.value(), 0.05) << "200 of 4,000";
    EXPECT_EQ(job.trainer.mined, 20'000);
    EXPECT_EQ(job.trainer.features, 25'000);
    EXPECT_EQ(job.trainer.max_weak_count, 150);
  }
}

TEST(DetectorTraining, SettlesNothingThatWasAskedFor) {
  DetectorTraining asked;
  asked.validation = 0.5;
  asked.poses.samples_per_object = 1;
  asked.trainer.min_hit_rate = 0.9;
  asked.trainer.mined = 300;
  const DetectorTraining job = asked.resolved(200, 500);
  EXPECT_DOUBLE_EQ(job.validation.value(), 0.5);
  EXPECT_EQ(job.poses.samples_per_object, 1);
  EXPECT_DOUBLE_EQ(job.trainer.min_hit_rate.value(), 0.9);
  EXPECT_EQ(job.trainer.mined, 300);
}

TEST(DetectorTraining, LearnsFromAllOfFewNegatives) {
  EXPECT_EQ(DetectorTraining{}.resolved(200, 9).held_out, 0);
  EXPECT_GT(DetectorTraining{}.resolved(200, 10).held_out, 0);
}

TEST(DetectorTraining, LosesObjectsAtOnceWhereThatIsAskedFor) {
  DetectorTraining asked;
  asked.trainer.min_hit_rate = 0.98;
  EXPECT_EQ(asked.resolved(200, 500).trainer.lossless_weak, 0);
}

TEST(DetectorTraining, HasAVerifierByDefaultWhereObjectsSuffice) {
  DetectorTraining job;
  EXPECT_EQ(job.resolved(99, 500).verifier.trees, 0);
  EXPECT_EQ(job.resolved(100, 500).verifier.trees, 256);
  EXPECT_EQ(job.resolved(1000, 500).verifier.trees, 1000);
  EXPECT_EQ(job.resolved(20'000, 500).verifier.trees, 2048);
  job.cascade = "other.ocelli";
  EXPECT_EQ(job.resolved(50, 500).verifier.trees, 256);
  job.verifier.trees = 0;
  EXPECT_EQ(job.resolved(20'000, 500).verifier.trees, 0);
  job = {};
  job.target = DetectorRunner::opencv;
  EXPECT_EQ(job.resolved(20'000, 500).verifier.trees, 0);
}

TEST(DetectorTraining, IsForOpenCvWhereTheOutputIsXml) {
  DetectorTraining job;
  job.output = "mug.ocelli";
  EXPECT_EQ(job.runner(), DetectorRunner::ocelli);
  job.output = "mug.xml";
  EXPECT_EQ(job.runner(), DetectorRunner::opencv);
  EXPECT_EQ(job.resolved(200, 500).target, DetectorRunner::opencv);
  EXPECT_NO_THROW(job.validate());
  job.target = DetectorRunner::ocelli;
  test::expect_error([&] { job.validate(); }, Kind::usage, "--output: is XML");
}

TEST(DetectorTraining, SettlesOnSenseForASingleImage) {
  EXPECT_NO_THROW(DetectorTraining{}.resolved(1, 1).validate());
}

}  // namespace
}  // namespace ocelli::internal::app::detector_training_test
