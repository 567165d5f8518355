#include "ocelli/detection/training/object_picture.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "imaging/noise_image.hpp"

namespace ocelli::internal::object_picture_test {
namespace {

using test::noise;
using test::same_pixels;

constexpr std::uint64_t kPictures = 400;
const Box kObject{14, 21, 20, 30};

ObjectPicture some_picture() { return {noise(72, 48, 1), kObject}; }

/// The rest of a picture of which another is a part.
struct Off {
  int left, right, top, bottom;
};

Off cut_off(const ObjectPicture& whole, const ObjectPicture& part) {
  const int left = static_cast<int>(whole.object.x - part.object.x);
  const int top = static_cast<int>(whole.object.y - part.object.y);
  return {left, whole.gray.cols - left - part.gray.cols, top, whole.gray.rows - top - part.gray.rows};
}

TEST(Cut, TakesAtMostAThirdOfTheObjectOffAtOneSide) {
  const ObjectPicture whole = some_picture();
  std::array<int, 4> cuts{};
  for (std::uint64_t seed = 0; seed < kPictures; ++seed) {
    const ObjectPicture part = truncate(whole, Random(seed));
    const auto [left, right, top, bottom] = cut_off(whole, part);
    ASSERT_EQ((left > 0) + (right > 0) + (top > 0) + (bottom > 0), 1) << seed;
    cuts[left > 0 ? 0 : right > 0 ? 1 : top > 0 ? 2 : 3]++;
    EXPECT_LE(left + right, left + right > 0 ? 14 + 7 : 0);
    EXPECT_LE(top + bottom, top + bottom > 0 ? 21 + 10 : 0);
    EXPECT_TRUE(left + right == 0 || left + right >= 14);
    EXPECT_TRUE(top + bottom == 0 || top + bottom >= 21);
    EXPECT_EQ(part.object.w, kObject.w);
    EXPECT_EQ(part.object.h, kObject.h);
    EXPECT_TRUE(same_pixels(part.gray, whole.gray(cv::Rect({left, top}, part.gray.size()))));
  }
  EXPECT_THAT(cuts, testing::Each(testing::Gt(60)));
}

/// The pixels of a black picture that were occluded.
cv::Rect occluded(const cv::Mat& gray) { return cv::boundingRect(gray > 0); }

TEST(Cover, PutsTheSurroundingsOfAnotherObjectOverASide) {
  const ObjectPicture black{cv::Mat::zeros(72, 48, CV_8UC1), kObject};
  const cv::Mat other = cv::max(noise(72, 48, 2), 1);
  const cv::Rect object(14, 21, 20, 30);
  std::array<int, 4> covers{};
  for (std::uint64_t seed = 0; seed < kPictures; ++seed) {
    const ObjectPicture picture = occlude(black, other, Random(seed));
    const cv::Rect band = occluded(picture.gray);
    ASSERT_EQ(cv::countNonZero(picture.gray), band.area()) << seed;
    const bool upright = band.height == 72;
    ASSERT_TRUE(upright ? band.width <= 14 : band.width == 48 && band.height <= 21) << seed;
    EXPECT_LE((band & object).area(), 20 * 30 * 0.35);
    EXPECT_TRUE(same_pixels(picture.gray(band), other(cv::Rect({0, 0}, band.size()))));
    EXPECT_EQ(picture.object, kObject);
    const bool first = upright ? band.x < 14 : band.y < 21;
    covers[(upright ? 0U : 2U) + (first ? 0U : 1U)]++;
  }
  EXPECT_EQ(cv::countNonZero(black.gray), 0);
  EXPECT_NEAR(covers[2], kPictures / 2, 40) << "hats and hair are the most frequent";
  EXPECT_THAT(covers, testing::Each(testing::Gt(40)));
}

}  // namespace
}  // namespace ocelli::internal::object_picture_test
