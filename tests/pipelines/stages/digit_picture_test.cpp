#include "ocelli/pipelines/stages/digit_picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <opencv2/imgproc.hpp>

#include "data/expect_error.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::digit_picture_test {
namespace {

/// A seven of ink on paper, with noise and with light that falls off to one side.
cv::Mat seven(int side, int paper, int ink, int noise = 0, int falloff = 0) {
  cv::Mat picture(side, side, CV_8UC1, cv::Scalar(paper));
  const int pen = std::max(2, side / 12), from = side / 4, to = 3 * side / 4;
  cv::line(picture, {from, from}, {to, from}, cv::Scalar(ink), pen, cv::LINE_AA);
  cv::line(picture, {to, from}, {side / 2, to}, cv::Scalar(ink), pen, cv::LINE_AA);
  Random random(3);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const int grain =
          noise == 0 ? 0 : static_cast<int>(random.below(static_cast<std::uint32_t>(2 * noise))) - noise;
      auto& level = picture.at<std::uint8_t>(y, x);
      level = cv::saturate_cast<std::uint8_t>(level + grain - falloff * x / side);
    }
  }
  return picture;
}

cv::Mat colored(const cv::Mat& gray, const cv::Scalar& tint) {
  cv::Mat picture;
  cv::cvtColor(gray, picture, cv::COLOR_GRAY2BGR);
  picture += tint;
  return picture;
}

/// Blurred noise: many shades, as a photo has.
cv::Mat shades(int side) {
  cv::Mat picture(side, side, CV_8UC1);
  Random random(4);
  for (auto level = picture.begin<std::uint8_t>(); level != picture.end<std::uint8_t>(); ++level)
    *level = static_cast<std::uint8_t>(random.below(256));
  cv::GaussianBlur(picture, picture, {}, side / 20.0);
  cv::normalize(picture, picture, 0, 255, cv::NORM_MINMAX);
  return picture;
}

TEST(RequireDigit, TakesDigitsOfAnySizeAndPolarity) {
  for (const int side : {16, 28, 64, 65, 200, 400}) {
    EXPECT_NO_THROW(require_digit(seven(side, 0, 255))) << side;
    EXPECT_NO_THROW(require_digit(seven(side, 240, 20))) << side;
    EXPECT_NO_THROW(require_digit(seven(side, 230, 60, 20, 60))) << side << ", scanned in uneven light";
  }
  EXPECT_NO_THROW(require_digit(colored(seven(300, 255, 0), {}))) << "gray, stored in colors";
}

TEST(RequireDigit, RefusesColors) {
  for (const int side : {28, 300})
    test::expect_error([&] { require_digit(colored(shades(side), {90, 0, 0})); }, Kind::image, "colors");
}

cv::Mat pattern(int height, int width, const std::function<int(int, int)>& level) {
  cv::Mat picture(height, width, CV_8UC1);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) picture.at<std::uint8_t>(y, x) = static_cast<std::uint8_t>(level(x, y));
  return picture;
}

TEST(RequireDigit, RefusesBlankPictures) {
  for (const int level : {0, 128, 255})
    for (const cv::Size size : {cv::Size(28, 28), cv::Size(1, 1), cv::Size(900, 20), cv::Size(300, 300)})
      test::expect_error([&] { require_digit(cv::Mat(size, CV_8UC1, cv::Scalar(level))); }, Kind::image,
                         "it is blank");
  for (const int side : {28, 300}) {
    const cv::Mat gradient = pattern(side, side, [=](int x, int) { return x * 255 / (side - 1); });
    test::expect_error([&] { require_digit(gradient); }, Kind::image, "it is blank");
  }
  test::expect_error([] { require_digit(cv::Mat(28, 28, CV_8UC3, cv::Scalar(0, 0, 255))); }, Kind::image,
                     "it has colors");
}

TEST(RequireDigit, RefusesPatternsAndNoise) {
  Random random(7);
  for (const int side : {16, 28, 64}) {
    const cv::Mat noise = pattern(side, side, [&](int, int) { return static_cast<int>(random.below(256)); });
    test::expect_error([&] { require_digit(noise); }, Kind::image, "pattern or noise");
    for (const int square : {1, 2, 4}) {
      const cv::Mat checkers =
          pattern(side, side, [=](int x, int y) { return (x / square + y / square) % 2 * 255; });
      test::expect_error([&] { require_digit(checkers); }, Kind::image, "is not a handwritten digit");
    }
    const cv::Mat hill = pattern(side, side, [=](int x, int y) {
      return std::min(255, static_cast<int>(std::hypot(x - side / 2, y - side / 2) * 360 / side));
    });
    test::expect_error([&] { require_digit(hill); }, Kind::image, "many shades");
  }
}

TEST(RequireDigit, RefusesLargePicturesOfShadesOrOfManyThings) {
  test::expect_error([] { require_digit(shades(300)); }, Kind::image, "shades");
  cv::Mat page(400, 400, CV_8UC1, cv::Scalar(255));
  for (int i = 0; i < 9; ++i)
    cv::rectangle(page, cv::Rect(40 + i % 3 * 120, 40 + i / 3 * 120, 50, 50), cv::Scalar(0), cv::FILLED);
  test::expect_error([&] { require_digit(page); }, Kind::image, "9 things");
  test::expect_error([&] { require_digit(page); }, Kind::image, "-m MODEL");
}

TEST(ForDigitsOnly, RefusesAPhotoAsAFailureOfTheItemAndPassesRows) {
  const Work work = for_digits_only([](const Item& item) { return Record{.input = item.input}; });
  const Record photo = examined(work, {"photo.jpg", colored(shades(200), {0, 0, 90})});
  ASSERT_TRUE(photo.error);
  EXPECT_NE(photo.error->find("-m MODEL"), std::string::npos);
  EXPECT_FALSE(examined(work, {"seven.png", seven(200, 255, 0)}).error);
  EXPECT_FALSE(examined(work, {"row", std::vector<float>(784)}).error);
}

}  // namespace
}  // namespace ocelli::internal::digit_picture_test
