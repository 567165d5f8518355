#include "ocelli/data/images/image_likeness.hpp"

#include <gmock/gmock.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "ocelli/core/random.hpp"

namespace ocelli::internal::image_likeness_test {
namespace {

using testing::ElementsAre;

/// A smooth random picture.
cv::Mat picture(std::uint64_t seed, int width = 160, int height = 120) {
  Random random(seed);
  cv::Mat gray(height, width, CV_8UC1);
  for (auto pixel = gray.begin<std::uint8_t>(); pixel != gray.end<std::uint8_t>(); ++pixel)
    *pixel = static_cast<std::uint8_t>(random.below(256));
  cv::GaussianBlur(gray, gray, {}, 9);
  cv::normalize(gray, gray, 10, 245, cv::NORM_MINMAX);
  return gray;
}

TEST(ImageSketch, KnowsACopyThatIsSmallerCompressedOrDarker) {
  const cv::Mat original = picture(1);
  const ImageSketch first = sketch(original);
  cv::Mat smaller, darker = original * 0.8 + 10;
  cv::resize(original, smaller, {100, 75}, 0, 0, cv::INTER_AREA);
  std::vector<unsigned char> jpeg;
  cv::imencode(".jpg", original, jpeg, {cv::IMWRITE_JPEG_QUALITY, 40});
  for (const cv::Mat& copy : {smaller, darker, cv::imdecode(jpeg, cv::IMREAD_GRAYSCALE)}) {
    EXPECT_TRUE(are_near_copies(first, sketch(copy)));
    EXPECT_NE(first.content, sketch(copy).content);
  }
  EXPECT_EQ(first.content, sketch(original.clone()).content);
}

TEST(ImageSketch, KnowsASmallCopyOfALargeImage) {
  cv::Mat large;
  cv::resize(picture(3), large, {1600, 1200}, 0, 0, cv::INTER_CUBIC);
  EXPECT_TRUE(are_near_copies(sketch(large), sketch(picture(3))));
  EXPECT_FALSE(are_near_copies(sketch(large), sketch(picture(4))));
}

TEST(ImageSketch, TellsPicturesApart) {
  const ImageSketch first = sketch(picture(1));
  for (std::uint64_t seed = 2; seed < 50; ++seed) EXPECT_FALSE(are_near_copies(first, sketch(picture(seed))));
  EXPECT_FALSE(are_near_copies(sketch(cv::Mat(8, 8, CV_8UC1, cv::Scalar(5))),
                               sketch(cv::Mat(8, 9, CV_8UC1, cv::Scalar(5)))));
}

TEST(ImageSketch, SeesEveryPixelAndTheExtentInTheContent) {
  cv::Mat gray = picture(1, 21, 9);
  const std::uint64_t before = sketch(gray).content;
  gray.at<std::uint8_t>(8, 20) ^= 1;
  EXPECT_NE(sketch(gray).content, before);
  EXPECT_NE(sketch(cv::Mat(2, 3, CV_8UC1, cv::Scalar(0))).content,
            sketch(cv::Mat(3, 2, CV_8UC1, cv::Scalar(0))).content);
  const cv::Mat part = picture(1, 64, 64)(cv::Rect(3, 5, 30, 20));
  EXPECT_EQ(sketch(part).content, sketch(part.clone()).content) << "rows that do not follow one another";
}

TEST(FindNearCopies, LinksCopiesAmongMany) {
  std::vector<ImageSketch> sketches;
  for (std::uint64_t seed = 0; seed < 40; ++seed) sketches.push_back(sketch(picture(seed)));
  sketches.push_back(sketch(picture(7) * 0.9));
  sketches.push_back(sketches[3]);
  sketches.push_back(sketch(picture(7) * 0.8));
  const std::vector<LikePair> pairs = find_near_copies(sketches);
  EXPECT_THAT(pairs, ElementsAre(LikePair{3, 41}, LikePair{7, 40}, LikePair{7, 42}, LikePair{40, 42}));
  const std::vector<std::uint32_t> groups = group_pairs(43, pairs);
  EXPECT_EQ(groups[42], 7u);
  EXPECT_EQ(groups[41], 3u);
  EXPECT_EQ(groups[8], 8u);
}

}  // namespace
}  // namespace ocelli::internal::image_likeness_test
