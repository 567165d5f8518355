#include <gmock/gmock.h>

#include <algorithm>
#include <iostream>
#include <opencv2/objdetect.hpp>
#include <vector>

#include "detection/data/opencv_data.hpp"
#include "detection/data/opencv_rectangles.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/detection/opencv/rectangle_grouping.hpp"

namespace ocelli::internal::opencv_rectangles_test {
namespace {

using test::Rectangle;

std::vector<Rectangle> rectangles_of(const std::vector<Detection>& detections) {
  std::vector<Rectangle> list;
  for (const Detection& d : detections) list.push_back(test::rectangle_of(d.box));
  std::ranges::sort(list);
  return list;
}

TEST(OpenCvRectangles, OfRandomWindowsAreThoseOfGroupRectangles) {
  const cv::Size image(400, 300);
  std::size_t groups = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    const auto below = [&](std::uint64_t count) { return static_cast<int>(random.below(count)); };
    std::vector<cv::Rect> windows;
    std::vector<ScoredWindow> scored;
    for (int i = 0, count = below(200); i < count; ++i) {
      const int side = 20 + below(60);
      const cv::Rect r(below(200), below(120), side, side + below(9));
      windows.push_back(r);
      scored.push_back({{static_cast<float>(r.x), static_cast<float>(r.y), static_cast<float>(r.width),
                         static_cast<float>(r.height)},
                        1});
    }
    const int neighbors = 1 + below(4);
    std::vector<cv::Rect> expected = windows;
    cv::groupRectangles(expected, neighbors, 0.2);
    EXPECT_EQ(rectangles_of(group_like_opencv(scored, neighbors, image, "thing")),
              test::sorted_rectangles(expected))
        << "seed " << seed;
    groups += expected.size();
  }
  EXPECT_GT(groups, 1'000u);
}

/// What `ocelli detect --like opencv` finds is what detectMultiScale does with the same parameters, here
/// OpenCV's defaults.
TEST(OpenCvRectangles, AreThoseOfDetectMultiScale) {
  OCELLI_NEEDS_OPENCV_CASCADES();
  OCELLI_NEEDS_DATA("faces/test/wider_dev");
  const std::vector<cv::Mat> images = test::small_images(60);
  for (const auto& path : test::opencv_cascades()) {
    const std::string name = path.stem().string();
    if (name != "haarcascade_frontalface_alt2" && name != "haarcascade_smile" &&
        name != "lbpcascade_frontalface")
      continue;
    cv::CascadeClassifier classifier(path.string());
    const ObjectDetector detector =
        ObjectDetector::load(path, {.scan = {}, .group = {.min_neighbors = 3}, .like = GroupingRule::opencv});
    std::size_t rectangles = 0;
    for (std::size_t i = 0; i < images.size(); i += 2) {
      std::vector<cv::Rect> expected;
      classifier.detectMultiScale(images[i], expected, 1.1, 3);
      EXPECT_EQ(rectangles_of(detector.detect(images[i])), test::sorted_rectangles(expected))
          << path << ", image " << i;
      rectangles += expected.size();
    }
    std::cout << name << ": " << rectangles << " rectangles\n";
    EXPECT_GT(rectangles, 10u);
  }
}

}  // namespace
}  // namespace ocelli::internal::opencv_rectangles_test
