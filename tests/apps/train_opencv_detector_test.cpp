#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "apps/program.hpp"
#include "apps/training_ground.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"

namespace ocelli::internal::test::train_opencv_detector_test {
namespace {

using testing::HasSubstr;

OpenCvCascade cascade_in(const std::string& file) {
  return parse_cascade_xml(read_text(file, 1 << 24), file);
}

TEST(TrainOpenCvDetector, WritesAnXmlFile) {
  const TrainingGround ground;
  const Finished training = ocelli(ground.train("cross.xml", {"--tree-depth", "1"}));
  ASSERT_EQ(training.exit_code, 0) << training.err;
  EXPECT_THAT(training.err,
              testing::ContainsRegex("finds [0-9.]+ % of [0-9]+ held-out objects with [0-9.]+ false alarms"));
  EXPECT_THAT(training.err, HasSubstr("Training is complete"));
  EXPECT_THAT(training.err, HasSubstr("cv::CascadeClassifier"));
  EXPECT_EQ(cascade_in(ground.at("cross.xml")).width(), 12);
  EXPECT_TRUE(std::filesystem::exists(ground.at("cross.xml.stages.svg")));
  EXPECT_FALSE(std::filesystem::exists(ground.at("cross.xml.checkpoint")));
}

TEST(TrainOpenCvDetector, KnowsAnXmlFileByItsEndingInEitherCase) {
  const TrainingGround ground;
  const Finished training = ocelli(ground.train("cross.XML", {"--tree-depth", "1", "--stages", "1"}));
  ASSERT_EQ(training.exit_code, 0) << training.err;
  EXPECT_EQ(cascade_in(ground.at("cross.XML")).width(), 12);
}

TEST(TrainOpenCvDetector, TrainsOnLocalBinaryPatterns) {
  const TrainingGround ground;
  const Finished training =
      ocelli(ground.train("cross.xml", {"--for", "opencv", "--feature-kind", "lbp", "--stages", "2"}));
  ASSERT_EQ(training.exit_code, 0) << training.err;
  const OpenCvCascadeParts parts = cascade_in(ground.at("cross.xml")).parts();
  EXPECT_TRUE(std::holds_alternative<std::vector<OpenCvLbp>>(parts.features));
}

/// The boxes that a detector finds; its label is not in an XML file.
std::vector<Box> boxes_found(const std::string& model, const std::string& image) {
  std::vector<Box> boxes;
  for (const Detection& found : ObjectDetector::load(model).detect(cv::imread(image, cv::IMREAD_GRAYSCALE)))
    boxes.push_back(found.box);
  return boxes;
}

TEST(TrainOpenCvDetector, WritesAModelFileThatFindsTheSame) {
  const TrainingGround ground;
  for (const char* const output : {"cross.xml", "cross.ocelli"}) {
    const Finished training = ocelli(ground.train(output, {"--for", "opencv"}));
    ASSERT_EQ(training.exit_code, 0) << training.err;
  }
  const std::vector<Box> found = boxes_found(ground.at("cross.ocelli"), ground.at("cross7.png"));
  EXPECT_FALSE(found.empty());
  EXPECT_EQ(found, boxes_found(ground.at("cross.xml"), ground.at("cross7.png")));
}

TEST(TrainOpenCvDetector, RefusesAnotherNameThanXmlBeforeItReadsAnything) {
  const TrainingGround ground;
  const Finished training = ocelli(ground.train("cross.bin", {"--for", "opencv"}));
  EXPECT_EQ(training.exit_code, 2);
  EXPECT_THAT(training.err, HasSubstr("--output"));
  EXPECT_THAT(training.err, HasSubstr(".xml"));
}

/// A bright cross on a dark square, as the ground's images show it.
cv::Mat picture_of_cross() {
  cv::Mat picture(96, 96, CV_8UC1, cv::Scalar(100));
  picture(cv::Rect(36, 0, 24, 96)) = 150;
  picture(cv::Rect(0, 36, 96, 24)) = 150;
  return picture;
}

TEST(TrainDetector, LearnsFromSamplesOfOnePicture) {
  const TrainingGround ground;
  cv::imwrite(ground.at("logo.png"), picture_of_cross());
  const std::vector<std::string> training = {"train",
                                             "detector",
                                             "--from-one",
                                             ground.at("logo.png"),
                                             "--synthesized",
                                             "120",
                                             "--negatives",
                                             ground.at("bg.txt"),
                                             "-o",
                                             ground.at("cross.ocelli"),
                                             "--width",
                                             "12",
                                             "--features",
                                             "600",
                                             "--mined",
                                             "400",
                                             "--stages",
                                             "3",
                                             "--max-weak-count",
                                             "12",
                                             "--label",
                                             "cross"};
  const Finished first = ocelli(training);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(first.err, HasSubstr("120 samples synthesized"));
  const cv::Mat strip = cv::imread(ground.at("cross.ocelli.samples.pgm"), cv::IMREAD_GRAYSCALE);
  EXPECT_EQ(strip.size(), cv::Size(24, 24 * 120));

  const Finished found =
      ocelli({"detect", "-m", ground.at("cross.ocelli"), "--min-size", "16", ground.at("cross7.png")});
  ASSERT_EQ(found.exit_code, 0) << found.err;
  const auto detections = nlohmann::json::parse(found.out)["detections"];
  ASSERT_GE(detections.size(), 1u);
  EXPECT_NEAR(detections[0]["x"].get<double>(), 20, 6);
}

}  // namespace
}  // namespace ocelli::internal::test::train_opencv_detector_test
