#include "ocelli/imaging/concealment.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <opencv2/core.hpp>
#include <set>
#include <utility>
#include <vector>

#include "ocelli/core/random.hpp"
#include "ocelli/error.hpp"

namespace ocelli::internal::concealment_test {
namespace {

/// Independent uniform samples of up to `bits` bits.
cv::Mat noise(int height, int width, int type, int bits = 8, std::uint64_t seed = 1) {
  cv::Mat image(height, width, type);
  Random random(seed);
  const auto fill = [&](auto first) {
    using Sample = decltype(first);
    for (int y = 0; y < height; ++y) {
      auto* row = image.ptr<Sample>(y);
      for (int x = 0; x < width * image.channels(); ++x)
        row[x] = static_cast<Sample>(random.below(1U << bits));
    }
  };
  image.depth() == CV_8U ? fill(std::uint8_t{}) : fill(std::uint16_t{});
  return image;
}

Detection face(const Box& box) { return {.box = box, .label = "face"}; }

std::size_t distinct(const cv::Mat& gray) {
  std::set<int> values;
  for (int y = 0; y < gray.rows; ++y)
    for (int x = 0; x < gray.cols; ++x)
      values.insert(gray.depth() == CV_8U ? gray.at<std::uint8_t>(y, x) : gray.at<std::uint16_t>(y, x));
  return values.size();
}

bool has_changed(const cv::Mat& before, const cv::Mat& after, int y, int x) {
  const auto size = before.elemSize();
  return std::memcmp(before.ptr(y, x), after.ptr(y, x), size) != 0;
}

TEST(Concealment, LeavesAtMostSixSquaresAcrossAFaceOfAnySize) {
  for (const float side : {5.0F, 20.0F, 24.0F, 61.0F, 300.0F}) {
    const cv::Mat image = noise(400, 400, CV_16UC1, 16);
    conceal(image, std::array{face({50, 50, side, side})}, {.shape = BlurShape::box, .margin = 0});
    const cv::Mat hidden = image(cv::Rect(50, 50, static_cast<int>(side), static_cast<int>(side)));
    EXPECT_LE(distinct(hidden), 36U) << side;
    EXPECT_LE(distinct(hidden.row(0)), 6U) << side;
  }
}

TEST(Concealment, BlursThroughTheColorsOfTheSquaresAlone) {
  // Two pictures with the same squares are the same afterward.
  const Box box{20, 20, 60, 60};
  const cv::Mat image = noise(100, 100, CV_8UC1);
  cv::Mat other = image.clone();
  for (int y = 20; y < 80; ++y)
    for (int x = 20; x < 80; x += 2)
      std::swap(other.at<std::uint8_t>(y, x), other.at<std::uint8_t>(y, x + 1));
  const Concealment how{.style = BlurStyle::blur, .shape = BlurShape::box, .margin = 0};
  conceal(image, std::array{face(box)}, how);
  conceal(other, std::array{face(box)}, how);
  EXPECT_EQ(cv::countNonZero(image(cv::Rect(20, 20, 60, 60)) != other(cv::Rect(20, 20, 60, 60))), 0);
}

TEST(Concealment, ChangesEveryPixelOfTheBoxAndNoneBeyondTheMargin) {
  const cv::Mat before = noise(200, 220, CV_8UC3);
  const Box box{60, 50, 80, 90};
  const Box region = concealed_region(face(box), kConcealMargin);
  for (const BlurShape shape : {BlurShape::ellipse, BlurShape::box}) {
    const cv::Mat after = before.clone();
    conceal(after, std::array{face(box)}, {.style = BlurStyle::fill, .shape = shape});
    for (int y = 0; y < 200; ++y) {
      for (int x = 0; x < 220; ++x) {
        const bool in_box = x >= 60 && x < 140 && y >= 50 && y < 140;
        const auto left = static_cast<float>(x), top = static_cast<float>(y);
        const bool beyond = left + 1 <= std::floor(region.x) || left >= region.x + region.w ||
                            top + 1 <= std::floor(region.y) || top >= region.y + region.h;
        if (in_box) {
          ASSERT_EQ(after.at<cv::Vec3b>(y, x), cv::Vec3b()) << x << ' ' << y;
        }
        if (beyond) {
          ASSERT_FALSE(has_changed(before, after, y, x)) << x << ' ' << y;
        }
      }
    }
  }
}

TEST(Concealment, CoversATiltedBox) {
  Detection tilted = face({100, 100, 60, 60});
  tilted.pose = Pose{.roll = 45};
  const Box region = concealed_region(tilted, 0);
  EXPECT_NEAR(region.w, 60 * std::sqrt(2), 1e-3);
  EXPECT_NEAR(region.center_x(), 130, 1e-3);
  tilted.pose = Pose{.roll = 90};
  EXPECT_NEAR(concealed_region(tilted, 0).w, 60, 1e-3);
}

TEST(Concealment, CutsFacesAtTheEdgeOfThePicture) {
  for (const Box& box : {Box{-30, -30, 50, 50}, Box{90, 70, 50, 50}, Box{-100, -100, 400, 400},
                         Box{-90, 0, 20, 20}, Box{10, 10, 0.5F, 0.5F}}) {
    for (const BlurStyle style : {BlurStyle::pixelate, BlurStyle::blur, BlurStyle::fill}) {
      const cv::Mat image = noise(80, 101, CV_8UC4);
      EXPECT_NO_THROW(conceal(image, std::array{face(box)}, {.style = style}));
    }
  }
}

TEST(Concealment, HidesTheColorsOfYuv420WithTheFace) {
  // Limited range: black is 16, 128, 128. The planes of an odd size.
  const cv::Mat y = noise(101, 103, CV_16UC1, 10, 1), u = noise(51, 52, CV_16UC1, 10, 2), v = u.clone();
  const auto row = [](double offset) { return cv::Mat(cv::Matx14d(0, 0, 0, offset)); };
  const std::vector<PicturePlane> planes{{.samples = y, .from_bgr = row(64)},
                                         {.samples = u, .step_x = 2, .step_y = 2, .from_bgr = row(512)},
                                         {.samples = v, .step_x = 2, .step_y = 2, .from_bgr = row(512)}};
  conceal(planes, face({41, 41, 20, 20}), {.style = BlurStyle::fill});
  EXPECT_EQ(cv::countNonZero(y(cv::Rect(41, 41, 20, 20)) != 64), 0);
  EXPECT_EQ(cv::countNonZero(u(cv::Rect(20, 20, 11, 11)) != 512), 0);
  EXPECT_GT(cv::countNonZero(u != 512), 51 * 52 - 18 * 18);
  conceal_all(planes);
  EXPECT_EQ(cv::countNonZero(y != 64) + cv::countNonZero(v != 512), 0);
}

TEST(Concealment, LaysAPictureOverTheSquares) {
  const cv::Mat image = noise(60, 60, CV_8UC3), squares = image.clone();
  cv::Mat picture(10, 10, CV_8UC4, cv::Scalar(10, 20, 200, 255));
  picture.colRange(5, 10).setTo(cv::Scalar(0, 0, 0, 0));  // transparent
  const std::array faces{face({20, 20, 20, 20})};
  conceal(image, faces, {.shape = BlurShape::box, .margin = 0, .picture = picture});
  conceal(squares, faces, {.shape = BlurShape::box, .margin = 0});
  EXPECT_EQ(image.at<cv::Vec3b>(30, 22), cv::Vec3b(10, 20, 200));
  EXPECT_EQ(image.at<cv::Vec3b>(30, 38), squares.at<cv::Vec3b>(30, 38));
}

TEST(Concealment, RefusesOtherSamples) {
  const cv::Mat image(20, 20, CV_32FC1, cv::Scalar(0));
  EXPECT_THROW(conceal(image, std::array{face({2, 2, 9, 9})}, {}), Error);
}

}  // namespace
}  // namespace ocelli::internal::concealment_test
