#include <gmock/gmock.h>

#include <memory>
#include <vector>

#include "data/expect_error.hpp"
#include "data/gzip_bytes.hpp"
#include "data/temporary_folder.hpp"
#include "detection/opencv/random_opencv_cascade.hpp"
#include "detection/random_cascade.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "ocelli/detection/opencv/rectangle_grouping.hpp"

namespace ocelli::internal::opencv_detector_test {
namespace {

using testing::IsEmpty;
using testing::Not;

OpenCvCascade some_cascade() { return OpenCvCascade(test::random_opencv_cascade({12, 10}, false, 1, 21)); }

std::vector<ScoredWindow> windows_in(const cv::Mat& image) {
  const OpenCvScanner scanner(std::make_shared<const OpenCvCascade>(some_cascade()), {});
  OpenCvScanner::Scratch scratch;
  return scanner.scan(image, scratch);
}

TEST(DetectorOfAnOpenCvCascade, GroupsTheWindowsOfItsScanner) {
  const cv::Mat image = test::noise(100, 120, 1);
  GroupOptions group_options{.min_neighbors = 2};
  const ObjectDetector detector(some_cascade(), {.scan = {}, .group = group_options});
  const std::vector<Detection> found = detector.detect(image);
  EXPECT_THAT(found, Not(IsEmpty()));
  group_options.min_score = 0;
  EXPECT_EQ(found, group(windows_in(image), group_options, "thing"));
}

TEST(DetectorOfAnOpenCvCascade, GroupsLikeOpenCvWhereAskedTo) {
  const cv::Mat image = test::noise(100, 120, 1);
  const DetectOptions options{.scan = {}, .group = {.min_neighbors = 2}, .like = GroupingRule::opencv};
  const std::vector<Detection> found = ObjectDetector(some_cascade(), options).detect(image);
  EXPECT_THAT(found, Not(IsEmpty()));
  EXPECT_EQ(found, group_like_opencv(windows_in(image), 2, image.size(), "thing"));

  DetectOptions surer = options;
  surer.group.min_score = static_cast<double>(found.front().score);
  EXPECT_THAT(ObjectDetector(some_cascade(), surer).detect(image), testing::ElementsAre(found.front()));
}

TEST(DetectorOfAnOpenCvCascade, SaysHowManyWindowsItLeftOut) {
  OpenCvCascadeParts parts = test::random_opencv_cascade({12, 10}, false, 1, 7);
  parts.stages[0].threshold = -100;
  ObjectDetector::Scratch scratch;
  const ObjectDetector detector(OpenCvCascade(parts), {.scan = {}, .group = {.min_neighbors = 1}});
  detector.detect(test::noise(300, 400, 4), scratch);
  EXPECT_GT(scratch.left_out, 10'000u);
  detector.detect(test::noise(20, 20, 4), scratch);
  EXPECT_EQ(scratch.left_out, 0u);
}

TEST(DetectorOfAnOpenCvCascade, IsLoadedFromXmlAndFromGzip) {
  const test::TemporaryFolder folder;
  const std::string text = cascade_xml(some_cascade());
  const cv::Mat image = test::noise(100, 120, 1);
  const std::vector<Detection> found = ObjectDetector::load(folder.write("a.xml", text)).detect(image);
  EXPECT_THAT(found, Not(IsEmpty()));
  std::vector<Detection> again =
      ObjectDetector::load(folder.write("a.xml.gz", test::gzip(text))).detect(image);
  EXPECT_EQ(again, found);
}

TEST(ObjectDetector, NamesWhatIsGivenInPlaceOfAModel) {
  const test::TemporaryFolder folder;
  const auto expect_named = [&](const char* name, const std::string& content, const std::string& part) {
    const std::filesystem::path file = folder.write(name, content);
    test::expect_error([&] { ObjectDetector::load(file); }, Kind::model, std::string(name) + ": " + part);
  };
  for (const char* const name : {"face.ocelli", "face.xml"}) {
    expect_named(name, "version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "is a Git LFS pointer");
    expect_named(name, "<!doctype html>\n<html></html>", "is a web page");
    expect_named(name, "404: Not Found", "is a web server's 'not found' page");
  }
}

TEST(DetectorOfAnOpenCvCascade, RefusesOptionsThatItsScanOrGroupingDoesNotUse) {
  const auto refused = [](const DetectOptions& options) {
    return test::error_of([&] { ObjectDetector(some_cascade(), options); }).where();
  };
  EXPECT_EQ(refused({.scan = {.stride = 3}, .group = {}}), "--stride");
  EXPECT_EQ(refused({.scan = {.overhang = 0.3}, .group = {}}), "--overhang");
  EXPECT_EQ(refused({.scan = {}, .group = {.overlap = 0.9}, .like = GroupingRule::opencv}), "--overlap");
  EXPECT_NO_THROW(ObjectDetector(some_cascade(), {.scan = {}, .group = {.overlap = 0.9}}));
}

TEST(DetectorOfAnOpenCvCascade, AloneCanGroupLikeOpenCv) {
  const DetectOptions options{.scan = {}, .group = {}, .like = GroupingRule::opencv};
  const Cascade own(test::random_cascade(8, 8, 2, 1));
  EXPECT_EQ(test::error_of([&] { ObjectDetector(own, options); }).where(), "--like opencv");
}

}  // namespace
}  // namespace ocelli::internal::opencv_detector_test
