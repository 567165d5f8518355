#include "ocelli/detection/training/synthesis.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace ocelli::internal::synthesis_test {
namespace {

const SynthesisOptions kPlain{.x_angle = 0, .y_angle = 0, .z_angle = 0, .intensity_change = 0};

/// Dark, with a bright disc in its middle.
cv::Mat disc(int side) {
  cv::Mat picture(side, side, CV_8UC1, cv::Scalar(40));
  cv::circle(picture, {side / 2, side / 2}, side / 3, cv::Scalar(200), cv::FILLED);
  return picture;
}

cv::Mat even(int level) { return {100, 120, CV_8UC1, cv::Scalar(level)}; }

int level_at(const cv::Mat& image, int x, int y) { return image.at<std::uint8_t>(y, x); }

TEST(Synthesize, ShowsThePictureAsItIsWithoutRotation) {
  const cv::Mat sample = synthesize(disc(200), even(90), {40, 40}, kPlain, Random(1));
  EXPECT_EQ(sample.size(), cv::Size(40, 40));
  EXPECT_EQ(level_at(sample, 20, 20), 200);
  EXPECT_EQ(level_at(sample, 4, 4), 40);
}

TEST(Synthesize, ShowsTheBackgroundBesideAndThroughThePicture) {
  const cv::Mat beside = synthesize(disc(200), even(90), {80, 40}, kPlain, Random(1));
  EXPECT_EQ(level_at(beside, 40, 20), 200);
  EXPECT_EQ(level_at(beside, 5, 20), 90) << "the picture is square, the sample is not";

  SynthesisOptions options = kPlain;
  options.transparent_level = 45;  // the range around it holds the dark part
  const cv::Mat through = synthesize(disc(200), even(90), {40, 40}, options, Random(1));
  EXPECT_EQ(level_at(through, 20, 20), 200);
  EXPECT_EQ(level_at(through, 4, 4), 90);
}

TEST(Synthesize, InvertsThePictureNotTheBackground) {
  SynthesisOptions options = kPlain;
  options.invert = Inversion::yes;
  const cv::Mat sample = synthesize(disc(200), even(90), {80, 40}, options, Random(1));
  EXPECT_EQ(level_at(sample, 40, 20), 55);
  EXPECT_EQ(level_at(sample, 5, 20), 90);

  options.invert = Inversion::random;
  int inverted = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    inverted += level_at(synthesize(disc(200), even(90), {40, 40}, options, Random(seed)), 20, 20) == 55;
  EXPECT_NEAR(inverted, 50, 20);
}

TEST(Synthesize, ChangesWithItsRandomNumbersOnly) {
  const SynthesisOptions options;
  const auto sample = [&](std::uint64_t seed) {
    return synthesize(disc(100), disc(60), {30, 30}, options, Random(seed));
  };
  EXPECT_EQ(cv::countNonZero(sample(3) != sample(3)), 0);
  EXPECT_GT(cv::countNonZero(sample(3) != sample(4)), 100);
}

TEST(Synthesize, KeepsARotatedPictureWholeAndAsLargeAsFits) {
  SynthesisOptions options = kPlain;
  options.x_angle = options.y_angle = 60;
  options.z_angle = 180;
  const cv::Mat white(50, 100, CV_8UC1, cv::Scalar(255));
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const cv::Mat sample = synthesize(white, even(0), {60, 60}, options, Random(seed));
    const cv::Rect shown = cv::boundingRect(sample > 127);
    EXPECT_NEAR(std::max(shown.width, shown.height), 60, 2) << "seed " << seed;
  }
}

TEST(Synthesize, TakesBackgroundsSmallerThanASample) {
  const cv::Mat tiny(3, 2, CV_8UC1, cv::Scalar(77));
  const cv::Mat sample = synthesize(disc(20), tiny, {80, 40}, kPlain, Random(1));
  EXPECT_EQ(level_at(sample, 2, 2), 77);
}

}  // namespace
}  // namespace ocelli::internal::synthesis_test
