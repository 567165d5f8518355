#include "ocelli/pipelines/output/crop_folder.hpp"

#include <gmock/gmock.h>

#include <opencv2/imgcodecs.hpp>
#include <sstream>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/core/file.hpp"

namespace ocelli::internal::crop_folder_test {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

class CropFolderTest : public testing::Test {
 protected:
  std::filesystem::path at(const std::string& name) const { return temporary_.path() / "crops" / name; }

  static Record record(const std::string& input, std::size_t objects) {
    Record record{.input = input, .width = 100, .height = 80};
    for (std::size_t i = 0; i < objects; ++i)
      record.detections.push_back(
          {{10.0F * static_cast<float>(i), 20, 10, 10}, 7.5F - static_cast<float>(i), "face", 0.9F});
    return record;
  }

  /// Saves a record of one object.
  void save(const Item& item, std::size_t objects = 1) {
    crops_.save(item, picture_, record(item.input, objects));
  }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(at("")))
      if (entry.path().extension() == ".png") names.push_back(entry.path().filename());
    return names;
  }

  std::vector<std::string> rows() {
    crops_.finish();
    std::istringstream text(read_text(at("crops.csv"), 1 << 20));
    std::vector<std::string> rows;
    for (std::string row; std::getline(text, row);) rows.push_back(row);
    return rows;
  }

  test::TemporaryFolder temporary_;
  cv::Mat picture_ = cv::Mat(80, 100, CV_8UC3, cv::Scalar(10, 20, 30));
  CropFolder crops_{temporary_.path() / "crops", {}};
};

TEST_F(CropFolderTest, HasAFileForEachObjectAndATable) {
  save({.input = "a/photo.jpg", .content = {}, .file = "a/photo.jpg"}, 2);
  EXPECT_THAT(names(), UnorderedElementsAre("photo-crop-001.png", "photo-crop-002.png"));
  EXPECT_EQ(cv::imread(at("photo-crop-002.png")).size(), cv::Size(14, 14));
  EXPECT_FALSE(std::filesystem::exists(at("crops.csv"))) << "only at the end";
  EXPECT_THAT(rows(), ElementsAre("file,input,x,y,w,h,score,label,probability,track",
                                  "photo-crop-001.png,a/photo.jpg,0,20,10,10,7.5,face,0.9,",
                                  "photo-crop-002.png,a/photo.jpg,10,20,10,10,6.5,face,0.9,"));
}

TEST_F(CropFolderTest, NamesPhotosOfSubfolders) {
  save({.input = "all/x/1.jpg", .content = {}, .file = "all/x/1.jpg", .folder = "all"});
  save({.input = "all/x/y/1.jpg", .content = {}, .file = "all/x/y/1.jpg", .folder = "all"});
  save({.input = "all/1.jpg", .content = {}, .file = "all/1.jpg", .folder = "all"});
  EXPECT_THAT(names(), UnorderedElementsAre("x-1-crop-001.png", "x-y-1-crop-001.png", "1-crop-001.png"));
}

TEST_F(CropFolderTest, NeverWritesAFileTwice) {
  for (const char* file : {"a/1.jpg", "b/1.png", "a/1.jpg"})
    save({.input = file, .content = {}, .file = file});
  for (const char* frame : {"1.mp4#0", "1.mp4#12", "1.mp4#0"})
    save({.input = frame, .content = {}, .file = "1.mp4"});
  EXPECT_THAT(names(), UnorderedElementsAre("1-crop-001.png", "1-2-crop-001.png", "1-3-crop-001.png",
                                            "1-4-000000-crop-001.png", "1-4-000012-crop-001.png",
                                            "1-5-000000-crop-001.png"));
  EXPECT_EQ(rows().size(), 7U);
}

TEST_F(CropFolderTest, NamesFramesPagesAndCamerasByNumber) {
  save({.input = "x/clip.mp4#7", .content = {}, .file = "x/clip.mp4"});
  save({.input = "cam:0#1234567", .content = {}, .file = "cam:0"});
  save({.input = "rtsp://camera.local/live#3", .content = {}});
  save({.input = "odd#4.png", .content = {}, .file = "odd#4.png"});
  EXPECT_THAT(names(), UnorderedElementsAre("clip-000007-crop-001.png", "cam-0-1234567-crop-001.png",
                                            "live-000003-crop-001.png", "odd#4-crop-001.png"));
}

TEST_F(CropFolderTest, WritesNothingForErrorsAndEmptyPhotos) {
  Record failed = record("bad.jpg", 0);
  failed.error = "is empty";
  crops_.save({.input = "bad.jpg", .content = {}}, {}, failed);
  save({.input = "sky.jpg", .content = {}}, 0);
  EXPECT_TRUE(names().empty());
  EXPECT_EQ(rows().size(), 1U);
}

TEST_F(CropFolderTest, LeavesNoTableOfAnUnfinishedRun) {
  {
    CropFolder other(temporary_.path() / "other", {});
    other.save({.input = "a.jpg", .content = {}}, picture_, record("a.jpg", 1));
  }
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(temporary_.path() / "other"))
    left.push_back(entry.path().filename());
  EXPECT_THAT(left, ElementsAre("a-crop-001.png"));
}

TEST_F(CropFolderTest, IsRefusedWhereItCannotBeMade) {
  const std::string file = temporary_.file("file", "");
  test::expect_error([&] { CropFolder crops(file, {}); }, Kind::output, "folder for crops");
}

}  // namespace
}  // namespace ocelli::internal::crop_folder_test
