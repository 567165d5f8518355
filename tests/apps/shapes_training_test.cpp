#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "apps/program.hpp"
#include "apps/training_ground.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/detection/detector_model.hpp"

namespace ocelli::internal::test::shapes_training_test {
namespace {

using testing::HasSubstr;

cv::Rect place_of(int i) { return i % 2 == 0 ? cv::Rect(12, 24, 36, 16) : cv::Rect(20, 12, 16, 36); }

/// Images of crosses that are wide or high, in turns, and their list.
std::string stretched_crosses(const TrainingGround& ground, int count) {
  std::string info;
  for (int i = 0; i < count; ++i) {
    const std::string name = "stretched" + std::to_string(i) + ".png";
    cv::Mat image = noise(64, 72, static_cast<std::uint64_t>(2000 + i));
    cv::GaussianBlur(image, image, {}, 2);
    cv::normalize(image, image, 20, 235, cv::NORM_MINMAX);
    const cv::Rect box = place_of(i);
    cv::Mat object = image(box);
    object *= 0.8;
    object.colRange(box.width * 3 / 8, box.width * 5 / 8) += 50;
    object.rowRange(box.height * 3 / 8, box.height * 5 / 8) += 50;
    cv::imwrite(ground.at(name), image);
    info += name + " 1 " + std::to_string(box.x) + " " + std::to_string(box.y) + " " +
            std::to_string(box.width) + " " + std::to_string(box.height) + "\n";
  }
  return ground.file("stretched.dat", info);
}

std::vector<std::string> training(const TrainingGround& ground, const std::vector<std::string>& more) {
  std::vector<std::string> words = {"--positives", ground.at("stretched.dat"), "--height", "12"};
  words.insert(words.end(), more.begin(), more.end());
  return ground.train("shapes.ocelli", words);
}

bool is_near(const nlohmann::json& detection, const cv::Rect& box) {
  const double width = detection["w"], height = detection["h"], x = detection["x"];
  return std::abs(std::log(width / height * box.height / box.width)) < std::log(1.4) &&
         std::abs(x - box.x) < 6;
}

bool has_center_in(const nlohmann::json& detection, const cv::Rect& box) {
  const double width = detection["w"], height = detection["h"], x = detection["x"], y = detection["y"];
  return box.contains(cv::Point(static_cast<int>(x + width / 2), static_cast<int>(y + height / 2)));
}

/// Expects one box on an object, of its shape, in nearly all images.
void expect_boxes_of_the_objects(const TrainingGround& ground) {
  constexpr int kImages = 10;
  int found = 0, on_objects = 0;
  for (int i = 0; i < kImages; ++i) {
    const std::string image = ground.at("stretched" + std::to_string(i) + ".png");
    const Finished run = ocelli({"detect", "-m", ground.at("shapes.ocelli"), image});
    const auto detections = nlohmann::json::parse(run.out)["detections"];
    for (const auto& detection : detections) {
      if (!has_center_in(detection, place_of(i))) continue;
      ++on_objects;
      if (is_near(detection, place_of(i))) ++found;
    }
  }
  EXPECT_GE(found, kImages - 2);
  EXPECT_LE(on_objects, kImages + 1);
}

TEST(TrainDetector, FindsObjectsOfTwoShapesInBoxesOfTheirOwn) {
  const TrainingGround ground(1, 40);
  stretched_crosses(ground, 100);
  for (const std::vector<std::string>& more : {std::vector<std::string>{"--verifier-trees", "none"},
                                               {"--verifier-trees", "24", "--verifier-rounds", "2"}}) {
    const Finished run = ocelli(training(ground, more));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("2 shapes: 0.44 and 2.25 wide per height"));
    EXPECT_THAT(load_detector(ground.at("shapes.ocelli")).cascade.shapes(),
                testing::ElementsAre(testing::FloatNear(0.444F, 1e-6F), 2.25F));
    expect_boxes_of_the_objects(ground);
  }
}

TEST(TrainDetector, TakesTheShapesOfTheCascadeThatItKeeps) {
  const TrainingGround ground(1, 40);
  stretched_crosses(ground, 100);
  ASSERT_EQ(ocelli(training(ground, {"--verifier-trees", "none"})).exit_code, 0);
  std::filesystem::rename(ground.at("shapes.ocelli"), ground.at("first.ocelli"));
  const std::vector<std::string> from_first = {
      "--positives", ground.at("stretched.dat"), "--cascade", ground.at("first.ocelli"), "--verifier-trees",
      "24",          "--verifier-rounds",        "2"};
  const Finished run = ocelli(ground.train("shapes.ocelli", from_first));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(load_detector(ground.at("shapes.ocelli")).cascade.shapes().size(), 2u);
}

TEST(TrainDetector, RefusesShapesWhereTheyHaveNoEffect) {
  const TrainingGround ground(4, 4);
  const Finished run = ocelli(ground.train("cross.xml", {"--shapes", "2"}));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--shapes"));
  EXPECT_THAT(run.err, HasSubstr("which has one shape"));
}

}  // namespace
}  // namespace ocelli::internal::test::shapes_training_test
