#include "ocelli/text/reading/glyph_image.hpp"

#include <gmock/gmock.h>

#include <opencv2/imgproc.hpp>

namespace ocelli::internal::glyph_image_test {
namespace {

/// The box of the pixels that are more ink than paper.
cv::Rect inked(const GlyphPixels& image) {
  const cv::Mat levels(kGlyphShape.height, kGlyphShape.width, CV_32F, const_cast<float*>(image.data()));
  return cv::boundingRect(levels > 127);
}

GlyphPixels image_of(const cv::Mat& ink) {
  GlyphPixels image;
  image.fill(-1);
  glyph_image(ink, image);
  return image;
}

TEST(GlyphImage, FillsItsFrameWithSquareInkOfAnySize) {
  for (const int side : {1, 5, 20, 33, 400}) {
    EXPECT_EQ(inked(image_of(cv::Mat(side, side, CV_8U, 255.0))), cv::Rect(0, 0, 16, 16)) << side;
  }
}

TEST(GlyphImage, KeepsTheAspectAndPutsInkInTheMiddle) {
  EXPECT_EQ(inked(image_of(cv::Mat(40, 10, CV_8U, 255.0))), cv::Rect(6, 0, 4, 16));
  EXPECT_EQ(inked(image_of(cv::Mat(10, 40, CV_8U, 255.0))), cv::Rect(0, 6, 16, 4));
}

TEST(GlyphImage, NeverLosesTheThinnestLine) {
  const cv::Rect box = inked(image_of(cv::Mat(1, 3000, CV_8U, 255.0)));
  EXPECT_EQ(box.width, 16);
  EXPECT_EQ(box.height, 1);
}

TEST(GlyphImage, HasGrayLevelsOfInkInEveryPixel) {
  cv::Mat ink = cv::Mat::zeros(40, 40, CV_8U);
  cv::circle(ink, {20, 20}, 19, 255, 4);
  for (const float level : image_of(ink)) {
    EXPECT_GE(level, 0);
    EXPECT_LE(level, 255);
  }
}

}  // namespace
}  // namespace ocelli::internal::glyph_image_test
