#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <opencv2/objdetect.hpp>
#include <vector>

#include "detection/data/opencv_data.hpp"
#include "detection/data/opencv_rectangles.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "ocelli/detection/opencv/opencv_scanner.hpp"
#include "source_path.hpp"

namespace ocelli::internal::opencv_windows_test {
namespace {

using test::Rectangle;

std::vector<Rectangle> windows_of_opencv(cv::CascadeClassifier& cascade, const cv::Mat& gray) {
  std::vector<cv::Rect> found;
  cascade.detectMultiScale(gray, found, 1.1, 0);
  return test::sorted_rectangles(found);
}

/// As OpenCV returns them: without what lies beyond the image.
std::vector<Rectangle> windows_of_ocelli(const OpenCvScanner& scanner, const cv::Mat& gray,
                                         OpenCvScanner::Scratch& scratch) {
  std::vector<cv::Rect> found;
  for (const auto& [box, score] : scanner.scan(gray, scratch)) {
    const cv::Rect whole(static_cast<int>(box.x), static_cast<int>(box.y), static_cast<int>(box.w),
                         static_cast<int>(box.h));
    found.push_back(whole & cv::Rect({0, 0}, gray.size()));
  }
  return test::sorted_rectangles(found);
}

/// Every window of OpenCV's detectMultiScale with minNeighbors = 0, and no other. A third of the images for
/// each cascade; bench_opencv_cascades takes all images for all.
TEST(OpenCvWindows, AreThoseOfOpenCv) {
  OCELLI_NEEDS_OPENCV_CASCADES();
  OCELLI_NEEDS_DATA("faces/test/wider_dev");
  constexpr std::size_t kImages = 60, kShares = 3;
  const std::vector<cv::Mat> images = test::small_images(kImages);
  ASSERT_EQ(images.size(), kImages);
  OpenCvScanner::Scratch scratch;
  std::size_t share = 0;
  std::vector<std::filesystem::path> cascades = test::opencv_cascades();
  cascades.push_back(test::source_path() / "models/face-opencv.xml");
  for (const auto& path : cascades) {
    cv::CascadeClassifier classifier(path.string());
    const OpenCvScanner scanner(std::make_shared<const OpenCvCascade>(load_cascade_xml(path)), {});
    std::size_t windows = 0, different = 0;
    for (std::size_t i = share++ % kShares; i < images.size(); i += kShares) {
      const std::vector<Rectangle> expected = windows_of_opencv(classifier, images[i]),
                                   found = windows_of_ocelli(scanner, images[i], scratch);
      std::vector<Rectangle> difference;
      std::ranges::set_symmetric_difference(expected, found, std::back_inserter(difference));
      windows += expected.size();
      different += difference.size();
    }
    std::cout << path.stem().string() << ": " << windows << " windows, " << different << " not in both\n";
    EXPECT_EQ(different, 0u) << path;
  }
}

}  // namespace
}  // namespace ocelli::internal::opencv_windows_test
