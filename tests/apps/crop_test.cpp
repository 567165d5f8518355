#include <gmock/gmock.h>

#include <filesystem>

#include "apps/program.hpp"
#include "apps/workplace.hpp"

namespace ocelli::internal::test::crop_test {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename());
  return names;
}

TEST(DetectCrop, WritesEachObjectAndGoesOnPastUnreadableFiles) {
  const Workplace place;
  std::filesystem::create_directories(place.at("photos/beach"));
  place.blob("photos/1.png");
  place.file("photos/2.png", "not an image");
  place.blob("photos/beach/1.png");
  const Finished run = ocelli({"detect", "-m", place.model(), "--crop", place.at("crops"), "-o",
                               place.at("o.csv"), place.at("photos"), place.clip("clip.avi", 2)});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(names_in(place.at("crops")),
              UnorderedElementsAre("1-crop-001.png", "beach-1-crop-001.png", "clip-000000-crop-001.png",
                                   "clip-000001-crop-001.png", "crops.csv"));
  const std::string table = content_of(place.at("crops/crops.csv"));
  EXPECT_THAT(table, testing::StartsWith("file,input,x,y,w,h,score,label,probability,track\n1-crop-001.png," +
                                         place.at("photos/1.png") + ","));
  EXPECT_THAT(table, HasSubstr("\nclip-000001-crop-001.png," + place.at("clip.avi") + "#1,"));
  const cv::Mat crop = cv::imread(place.at("crops/1-crop-001.png"), cv::IMREAD_GRAYSCALE);
  EXPECT_TRUE(crop.cols > 12 && crop.cols < 60) << crop.size();
}

TEST(DetectCrop, TurnsObjectsUprightAtAGivenSize) {
  const Workplace place;
  const Finished run = ocelli({"detect", "-m", place.model(), "--crop", place.at("crops"), "--align",
                               "--rotation", "quarter", "--crop-size", "48", place.blob("blob.png")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(cv::imread(place.at("crops/blob-crop-001.png")).size(), cv::Size(48, 48));
}

TEST(DetectCrop, IsRefusedWhereNothingSaysHowObjectsAreTurned) {
  const Workplace place;
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"detect", "-m", place.model(), place.blob("blob.png")});
    const Finished run = ocelli(words);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_FALSE(std::filesystem::exists(place.at("crops")));
    return run.err;
  };
  EXPECT_THAT(refused({"--crop", place.at("crops"), "--align"}), HasSubstr("such as face.ocelli"));
  EXPECT_THAT(refused({"--align"}), HasSubstr("--align requires --crop"));
  EXPECT_THAT(refused({"--crop-size", "48"}), HasSubstr("require --crop"));
  EXPECT_THAT(refused({"--crop", place.at("crops"), "--crop-size", "0"}), HasSubstr("--crop-size"));
  EXPECT_THAT(refused({"--crop", place.at("crops"), "-o", place.at("crops/crops.csv")}),
              HasSubstr("could be overwritten by a drawing or crop of --crop"));
}

TEST(DetectCrop, NeverOverwritesItsInputs) {
  const Workplace place;
  std::filesystem::create_directory(place.at("photos"));
  place.blob("photos/1.png");
  const std::vector<std::string> words = {
      "detect", "-m", place.model(), "--crop", place.at("photos"), place.at("photos")};
  EXPECT_EQ(ocelli(words).exit_code, 0);
  const Finished again = ocelli(words);
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("1-crop-001.png"));
}

}  // namespace
}  // namespace ocelli::internal::test::crop_test
