#include "ocelli/text/ink_settings.hpp"

#include <gmock/gmock.h>

#include <opencv2/imgproc.hpp>

#include "ocelli/imaging/components.hpp"

namespace ocelli::internal::ink_looks_test {
namespace {

constexpr int kLetter = 30;

/// Bars of which blur fills the gaps.
cv::Mat blurred_bars() {
  cv::Mat page(100, 400, CV_8UC1, cv::Scalar(230));
  for (int x = 40; x < 360; x += 12) page(cv::Rect(x, 35, 6, kLetter)).setTo(60);
  cv::GaussianBlur(page, page, {}, 3.5);
  return page;
}

std::size_t components_at(const InkSettings& settings) {
  return connected_components(ink_at(settings, blurred_bars(), kLetter, 1)).list.size();
}

TEST(InkSettings, SharpeningPartsStrokesThatBlurHasJoined) {
  EXPECT_EQ(components_at({}), 1U);
  EXPECT_GT(components_at({.share = 0.95, .sharpness = 1.5}), 20U) << "of 27";
}

TEST(InkSettings, LowerContrastKeepsStrokesThatAreFarFainterThanOthers) {
  cv::Mat page(200, 400, CV_8UC1, cv::Scalar(255));
  for (int x = 40; x < 360; x += 20) {
    page(cv::Rect(x, 35, 6, kLetter)).setTo(10);
    page(cv::Rect(x, 125, 6, kLetter)).setTo(212);
  }
  page.at<std::uint8_t>(0, 0) = 254;
  const auto strokes = [&](const InkSettings& settings) {
    return connected_components(ink_at(settings, page, kLetter, 1)).list.size();
  };
  EXPECT_EQ(strokes({}), 16U);
  EXPECT_EQ(strokes(kRereadings.back()), 32U);
}

TEST(InkSettings, EnlargeThePage) {
  EXPECT_EQ(ink_at({.share = 0.75}, blurred_bars(), kLetter, 2).size(), cv::Size(800, 200));
}

TEST(InkSettings, FindNoInkOnEmptyPaper) {
  const cv::Mat paper(100, 100, CV_8UC1, cv::Scalar(200));
  for (const InkSettings& settings : kInkSettings)
    EXPECT_EQ(cv::countNonZero(ink_at(settings, paper, kLetter, 1)), 0);
}

}  // namespace
}  // namespace ocelli::internal::ink_looks_test
