#include "ocelli/detection/opencv/opencv_scanner.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <opencv2/core.hpp>
#include <utility>
#include <vector>

#include "detection/opencv/plain_opencv_scan.hpp"
#include "detection/opencv/random_opencv_cascade.hpp"
#include "every_target.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::opencv_scanner_test {
namespace {

using test::noise;
using test::plain_opencv_scan;
using test::random_opencv_cascade;
using testing::IsEmpty;
using testing::Not;

std::vector<ScoredWindow> scan(const OpenCvCascade& cascade, const ScanOptions& options,
                               const cv::Mat& gray) {
  const OpenCvScanner scanner(std::make_shared<const OpenCvCascade>(cascade), options);
  OpenCvScanner::Scratch scratch;
  return scanner.scan(gray, scratch);
}

class OpenCvScannerOnEveryTarget : public test::OnEveryTarget {};
OCELLI_ON_EVERY_TARGET(OpenCvScannerOnEveryTarget);

const cv::Size kWindow{12, 10};

TEST_P(OpenCvScannerOnEveryTarget, FindsExactlyWhatPlainScanningFinds) {
  const ScanOptions options{.scale_step = 1.3};
  for (const bool haar : {true, false}) {
    std::size_t found = 0;
    for (std::size_t stages = 1; stages <= 4; ++stages) {
      const OpenCvCascade cascade(random_opencv_cascade(kWindow, haar, stages, 20 + stages));
      for (const cv::Size size :
           {cv::Size(12, 10), {13, 11}, {11, 40}, {12, 60}, {61, 10}, {64, 48}, {170, 15}}) {
        const cv::Mat image = noise(size.height, size.width, stages);
        const std::vector<ScoredWindow> expected = plain_opencv_scan(cascade, options, image);
        ASSERT_EQ(scan(cascade, options, image), expected) << stages << " stages, " << size;
        found += expected.size();
      }
    }
    EXPECT_GT(found, 200u);
  }
}

TEST_P(OpenCvScannerOnEveryTarget, PassesOverFlatWindows) {
  cv::Mat image = noise(60, 70, 3);
  image(cv::Rect(5, 5, 40, 30)).setTo(120);
  image(cv::Rect(20, 34, 50, 26)) /= 32;
  const OpenCvCascade cascade(random_opencv_cascade(kWindow, true, 2, 5));
  const std::vector<ScoredWindow> expected = plain_opencv_scan(cascade, {}, image);
  EXPECT_EQ(scan(cascade, {}, image), expected);
  EXPECT_THAT(expected, Not(IsEmpty()));
}

// Sums that single precision does not hold exactly are rounded in OpenCV's order.
TEST_P(OpenCvScannerOnEveryTarget, RoundsLargeSumsAsThePlainEvaluator) {
  const cv::Size kLarge{320, 300};
  OpenCvCascadeParts parts = random_opencv_cascade(kLarge, true, 2, 6);
  for (OpenCvStage& stage : parts.stages) stage.threshold = -2;
  const OpenCvCascade cascade(std::move(parts));
  cv::Mat image = noise(308, 331, 3);
  image.rowRange(60, 240).setTo(150);
  const std::vector<ScoredWindow> expected = plain_opencv_scan(cascade, {}, image);
  EXPECT_EQ(scan(cascade, {}, image), expected);
  EXPECT_THAT(expected, Not(IsEmpty()));
}

// 163 rows start at y = 0, 2, .. 162; nine stripes of 18 pixels each end before the last one.
TEST(OpenCvScanner, LeavesOutTheLastRowWhereOpenCvDoes) {
  std::vector<OpenCvLevel> levels;
  opencv_levels({320, 240}, {36, 18}, {}, ZeroSide::is_free, levels);
  ASSERT_EQ(levels.size(), 23u);
  EXPECT_EQ(levels[3].height, 180);
  EXPECT_EQ(levels[3].end_y, 162);
  EXPECT_EQ(levels[0].end_y, 223);
}

/// The sizes of windows by OpenCV's rule, restated: all scales by doubles, each then rounded to a float and
/// multiplied as one.
std::vector<cv::Size> sizes_of_opencv(cv::Size image, cv::Size window, double step) {
  std::vector<cv::Size> sizes;
  for (double factor = 1;; factor *= step) {
    if (cvRound(window.width * factor) > image.width || cvRound(window.height * factor) > image.height)
      return sizes;
    const volatile float width = static_cast<float>(window.width) * static_cast<float>(factor);
    const volatile float height = static_cast<float>(window.height) * static_cast<float>(factor);
    const cv::Size size(static_cast<int>(std::lrint(width)), static_cast<int>(std::lrint(height)));
    // Rounded as floats, the largest may be a pixel larger than the image: OpenCV drops those.
    if (size.width <= image.width && size.height <= image.height) sizes.push_back(size);
  }
}

TEST(OpenCvScanner, HasWindowsOfOpenCvsSizes) {
  std::vector<cv::Size> windows{{25, 15}, {35, 16}, {52, 13}, {18, 15}};
  for (int side = 8; side <= 128; ++side) windows.emplace_back(side, side);
  const cv::Size image(900, 800);
  std::vector<OpenCvLevel> levels;
  std::size_t rounded_otherwise = 0;
  for (const double step : {1.05, 1.1, 1.15, 1.2, 1.3}) {
    for (const cv::Size window : windows) {
      opencv_levels(image, window, {.scale_step = step}, ZeroSide::is_free, levels);
      std::vector<cv::Size> sizes;
      for (const OpenCvLevel& level : levels) {
        sizes.push_back(level.window);
        const auto scale = static_cast<double>(level.scale);
        rounded_otherwise += cvRound(window.width * scale) != level.window.width ? 1 : 0;
      }
      EXPECT_EQ(sizes, sizes_of_opencv(image, window, step)) << window << " by " << step;
    }
  }
  EXPECT_GT(rounded_otherwise, 5U);
}

std::vector<cv::Size> sizes_between(cv::Size window, ObjectSize least, ObjectSize most,
                                    ZeroSide zero = ZeroSide::is_free) {
  std::vector<OpenCvLevel> levels;
  opencv_levels({300, 200}, window, {.min_size = least, .max_size = most}, zero, levels);
  std::vector<cv::Size> sizes;
  for (const OpenCvLevel& level : levels) sizes.push_back(level.window);
  return sizes;
}

TEST(OpenCvScanner, TakesSizesAsAWidthOrAsWidthAndHeight) {
  using testing::ElementsAre;
  const cv::Size wide{40, 10};
  EXPECT_THAT(sizes_between(wide, 60, 75), ElementsAre(cv::Size(64, 16), cv::Size(71, 18)));
  EXPECT_THAT(sizes_between(wide, {60, 17}, {75, 18}), ElementsAre(cv::Size(71, 18)));
  EXPECT_THAT(sizes_between(wide, {0, 17}, {0, 19}), ElementsAre(cv::Size(71, 18), cv::Size(78, 19)));
}

TEST(OpenCvScanner, TakesTheNearestScaleWhereNoneIsOfTheSizesAskedFor) {
  using testing::ElementsAre;
  EXPECT_THAT(sizes_between({20, 20}, 60, 60), ElementsAre(cv::Size(57, 57)));
  EXPECT_THAT(sizes_between({20, 20}, {60, 60}, {60, 60}), ElementsAre(cv::Size(57, 57)));
  EXPECT_THAT(sizes_between({40, 10}, {60, 30}, {60, 30}), ElementsAre(cv::Size(64, 16)));
  EXPECT_THAT(sizes_between({20, 20}, 500, 0), ElementsAre(cv::Size(197, 197)));
  EXPECT_THAT(sizes_between({20, 20}, 0, 10), ElementsAre(cv::Size(20, 20)));
}

TEST(OpenCvScanner, TakesZeroSidesAsOpenCvDoesWhereThatIsAskedFor) {
  using testing::ElementsAre;
  constexpr ZeroSide kOpenCv = ZeroSide::is_as_in_opencv;
  const cv::Size window{15, 13};
  for (const ObjectSize most : {ObjectSize(0, 20), ObjectSize(20, 0), ObjectSize(0, 0)})
    EXPECT_EQ(sizes_between(window, 0, most, kOpenCv), sizes_between(window, 0, 0)) << most.text();
  EXPECT_THAT(sizes_between(window, {20, 0}, {40, 5}, kOpenCv), ElementsAre(cv::Size(15, 13)));
  EXPECT_THAT(sizes_between(window, {20, 0}, {40, 5}), ElementsAre(cv::Size(20, 17)));
  EXPECT_EQ(sizes_between(window, 20, 30, kOpenCv), sizes_between(window, 20, 30)) << "widths alone";
}

TEST(OpenCvScanner, KeepsToTheSizesAskedFor) {
  const OpenCvCascade cascade(random_opencv_cascade(kWindow, false, 1, 8));
  const cv::Mat image = noise(80, 90, 4);
  const ScanOptions options{.min_size = ObjectSize(20, 20), .max_size = 40};
  const std::vector<ScoredWindow> found = scan(cascade, options, image);
  EXPECT_EQ(found, plain_opencv_scan(cascade, options, image));
  ASSERT_THAT(found, Not(IsEmpty()));
  for (const auto& [box, score] : found) {
    EXPECT_GE(box.h, 20);
    EXPECT_LE(box.w, 40);
  }
}

// More survivors than are carried through the later stages at once.
TEST(OpenCvScanner, LosesNoneOfManySurvivors) {
  OpenCvCascadeParts parts = random_opencv_cascade(kWindow, true, 4, 7);
  for (OpenCvStage& stage : parts.stages) stage.threshold = -2.5f;
  const OpenCvCascade cascade(std::move(parts));
  const cv::Mat image = noise(250, 300, 4);
  const std::vector<ScoredWindow> found = scan(cascade, {.scale_step = 2}, image);
  EXPECT_GT(found.size(), 9'000u);
  EXPECT_EQ(found, plain_opencv_scan(cascade, {.scale_step = 2}, image));
}

TEST(OpenCvScanner, KeepsTheSurestWindowsWhereTooManyPass) {
  OpenCvCascadeParts parts = random_opencv_cascade(kWindow, false, 1, 7);
  parts.stages[0].threshold = -100;
  const OpenCvScanner scanner(std::make_shared<const OpenCvCascade>(parts), {});
  OpenCvScanner::Scratch scratch;
  const std::vector<ScoredWindow> kept = scanner.scan(noise(300, 400, 4), scratch);
  ASSERT_EQ(kept.size(), Scanner::kMaxWindows);
  EXPECT_GT(scratch.left_out(), 10'000u);
  scanner.scan(noise(20, 20, 4), scratch);
  EXPECT_EQ(scratch.left_out(), 0u);
}

TEST(OpenCvScanner, ReusesItsScratchForImagesOfOtherSizes) {
  const OpenCvScanner scanner(
      std::make_shared<const OpenCvCascade>(random_opencv_cascade(kWindow, true, 3, 9)), {});
  OpenCvScanner::Scratch reused;
  for (const int side : {90, 40, 11, 64}) {
    const cv::Mat image = noise(side, side + 7, 5);
    OpenCvScanner::Scratch fresh;
    EXPECT_EQ(scanner.scan(image, reused), scanner.scan(image, fresh));
  }
}

}  // namespace
}  // namespace ocelli::internal::opencv_scanner_test
