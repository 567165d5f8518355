#include "ocelli/imaging/binarize.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

#include "data/expect_error.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::binarize_test {
namespace {

using test::noise;
using test::same_pixels;

void write(cv::Mat& page, const std::string& text, cv::Point at, double gray) {
  cv::putText(page, text, at, cv::FONT_HERSHEY_SIMPLEX, 1, gray, 2, cv::LINE_8);
}

/// Four lines of text, dark on light paper, each pixel one of two values.
cv::Mat two_valued_page(double ink, double paper) {
  cv::Mat page(240, 400, CV_8UC1, cv::Scalar(paper));
  for (int line = 0; line < 4; ++line) write(page, "Plain text here 42", {20, 50 + 50 * line}, ink);
  return page;
}

/// The share of the pixels of `expected` ink that differ in `got`, in either direction.
double disagreement(const cv::Mat& got, const cv::Mat& expected) {
  return cv::countNonZero(got != expected) / static_cast<double>(cv::countNonZero(expected));
}

/// Computed from the definition, with sums in double precision.
bool plain_is_ink(const cv::Mat& gray, double paper, int x, int y, const ContrastOptions& options,
                  double& margin) {
  double first = 0, second = 0, count = 0;
  for (int v = std::max(0, y - options.window / 2); v <= std::min(gray.rows - 1, y + options.window / 2);
       ++v) {
    for (int u = std::max(0, x - options.window / 2); u <= std::min(gray.cols - 1, x + options.window / 2);
         ++u) {
      const double darker = paper - gray.at<std::uint8_t>(v, u);
      first += darker;
      second += darker * darker;
      ++count;
    }
  }
  const double darker = paper - gray.at<std::uint8_t>(y, x);
  const double min = options.share * options.min_contrast;
  margin = std::abs(darker * first - options.share * second) / count;
  return darker >= min && darker * first >= options.share * second;
}

TEST(ContrastInk, IsTheDefinitionForAnyWindow) {
  for (const cv::Size size : {cv::Size(1, 1), cv::Size(40, 1), cv::Size(1, 40), cv::Size(37, 29)}) {
    const cv::Mat gray = noise(size.height, size.width, 11);
    const cv::Mat paper = paper_of(gray, 9);
    for (const int window : {3, 9, 31, 255}) {
      ContrastOptions options;
      options.window = window;
      const cv::Mat ink = contrast_ink(gray, paper, options);
      for (int y = 0; y < gray.rows; ++y) {
        for (int x = 0; x < gray.cols; ++x) {
          double margin = 0;
          const double light =
              paper.at<std::uint8_t>(std::min(y / 4, paper.rows - 1), std::min(x / 4, paper.cols - 1));
          const bool expected = plain_is_ink(gray, light, x, y, options, margin);
          if (margin <= 0.5) continue;
          EXPECT_EQ(ink.at<std::uint8_t>(y, x) != 0, expected) << window << " " << x << " " << y;
        }
      }
    }
  }
}

TEST(ContrastInk, RefusesOptionsOutOfRange) {
  const cv::Mat gray = noise(9, 9, 1);
  for (const int window : {-1, 0, 1, 4, 257}) {
    ContrastOptions options;
    options.window = window;
    test::expect_error([&] { contrast_ink(gray, paper_of(gray, 9), options); }, Kind::usage, "window");
  }
}

TEST(Binarize, CutsTwoValuesBetweenThem) {
  EXPECT_TRUE(same_pixels(binarized(two_valued_page(0, 255)), two_valued_page(255, 0)));
  EXPECT_TRUE(same_pixels(binarized(two_valued_page(100, 130)), two_valued_page(255, 0)));
}

TEST(Binarize, TurnsAPageThatIsLightOnDark) {
  EXPECT_TRUE(same_pixels(binarized(two_valued_page(255, 0)), two_valued_page(255, 0)));
}

TEST(Binarize, FindsPrintInUnevenLightAndNoise) {
  cv::Mat page = two_valued_page(0, 100);
  const cv::Mat specks = noise(page.rows, page.cols, 3);
  for (int y = 0; y < page.rows; ++y) {
    for (int x = 0; x < page.cols; ++x) {
      // From 230 on the left down to 90 on the right, with print at 40% of that.
      const double light = 230 - 140.0 * x / page.cols;
      const double reflected = page.at<std::uint8_t>(y, x) == 0 ? 0.4 * light : light;
      page.at<std::uint8_t>(y, x) =
          static_cast<std::uint8_t>(reflected + specks.at<std::uint8_t>(y, x) / 32.0);
    }
  }
  EXPECT_LT(disagreement(binarized(page), two_valued_page(255, 0)), 0.02);
}

TEST(Binarize, FindsFaintPrintBesideBlack) {
  cv::Mat page(200, 600, CV_8UC1, cv::Scalar(220)), expected(200, 600, CV_8UC1, cv::Scalar(0));
  write(page, "Black print", {20, 60}, 10);
  write(page, "Faint print", {320, 140}, 150);
  write(expected, "Black print", {20, 60}, 255);
  write(expected, "Faint print", {320, 140}, 255);
  page.at<std::uint8_t>(0, 0) = 221;
  EXPECT_LT(disagreement(binarized(page), expected), 0.02);
}

TEST(Binarize, FindsTheFaintestStrokesWithALowerLeastContrast) {
  cv::Mat page(200, 600, CV_8UC1, cv::Scalar(250)), expected(200, 600, CV_8UC1, cv::Scalar(0));
  write(page, "Black print", {20, 60}, 10);
  write(page, "Faint print", {320, 140}, 208);
  write(expected, "Black print", {20, 60}, 255);
  write(expected, "Faint print", {320, 140}, 255);
  page.at<std::uint8_t>(0, 0) = 251;
  EXPECT_GT(disagreement(binarized(page), expected), 0.02);
  EXPECT_LT(disagreement(binarized(page, ContrastOptions().share, 0.2), expected), 0.02);
  test::expect_error([&] { binarized(page, 0.5, 0); }, Kind::usage, "least contrast");
}

TEST(Binarize, FindsNoInkOnBlankPaper) {
  for (const int gray : {0, 128, 255})
    EXPECT_EQ(cv::countNonZero(binarized(cv::Mat(50, 60, CV_8UC1, cv::Scalar(gray)))), 0);
  const cv::Mat paper = 230 + noise(300, 200, 5) / 32;
  EXPECT_EQ(cv::countNonZero(binarized(paper)), 0);
}

TEST(Binarize, TakesTheSmallestImages) {
  EXPECT_TRUE(binarized(cv::Mat(0, 0, CV_8UC1)).empty());
  EXPECT_EQ(binarized(cv::Mat(1, 1, CV_8UC1, cv::Scalar(9))).size(), cv::Size(1, 1));
  EXPECT_EQ(binarized(noise(2, 3, 1)).size(), cv::Size(3, 2));
  test::expect_error([] { binarized(cv::Mat::zeros(3, 3, CV_8UC3)); }, Kind::image, "3 channels");
}

TEST(InvertedText, IsTurnedInDarkBoxes) {
  cv::Mat page = two_valued_page(255, 0), expected = page.clone();
  cv::copyMakeBorder(page, page, 0, 80, 0, 0, cv::BORDER_CONSTANT, 0);
  expected = page.clone();
  cv::rectangle(page, {30, 245, 330, 60}, 255, cv::FILLED);
  write(page, "LIGHT on dark", {45, 285}, 0);
  write(expected, "LIGHT on dark", {45, 285}, 255);
  turn_inverted_text(page);
  EXPECT_TRUE(same_pixels(page, expected));
}

/// Dark text on white paper, and a panel of a middle gray with text of some gray.
cv::Mat page_with_panel(double panel, double text) {
  cv::Mat page = two_valued_page(0, 255), place(180, 400, CV_8UC1, cv::Scalar(panel));
  for (int line = 0; line < 3; ++line) write(place, "White words here", {20, 50 + 50 * line}, text);
  cv::Mat both;
  cv::vconcat(page, cv::Mat(40, 400, CV_8UC1, cv::Scalar(255)), both);
  cv::vconcat(both, place, both);
  cv::copyMakeBorder(both, both, 40, 40, 40, 40, cv::BORDER_CONSTANT, cv::Scalar(255));
  cv::GaussianBlur(both, both, {3, 3}, 0.5);
  return both;
}

TEST(LightText, BecomesInkOnPanelsOfAMiddleGray) {
  const cv::Mat dark_on_white = binarized(page_with_panel(255, 0));
  for (const double panel : {100, 128, 170, 200})
    EXPECT_LT(disagreement(binarized(page_with_panel(panel, 255)), dark_on_white), 0.15) << panel;
}

TEST(LightText, LeavesDarkTextOnPanelsAlone) {
  const cv::Mat dark_on_white = binarized(page_with_panel(255, 0));
  EXPECT_LT(disagreement(binarized(page_with_panel(170, 0)), dark_on_white), 0.15);
}

TEST(InvertedText, LeavesPicturesAndFramesAlone) {
  cv::Mat page = two_valued_page(255, 0);
  cv::rectangle(page, {5, 5, 390, 230}, 255, 3);
  cv::circle(page, {350, 60}, 35, 255, cv::FILLED);
  cv::circle(page, {350, 60}, 12, 0, cv::FILLED);
  const cv::Mat before = page.clone();
  turn_inverted_text(page);
  EXPECT_TRUE(same_pixels(page, before));
}

TEST(Binarize, AGrainyPageWithFewWordsHasNoSpecks) {
  cv::Mat page(1500, 1500, CV_16S, cv::Scalar(235)), grain(page.size(), CV_16S), gray;
  for (int i = 0; i < 12; ++i) page(cv::Rect(300 + 20 * i, 300, 6, 30)) = 40;
  cv::RNG random(3);
  random.fill(grain, cv::RNG::NORMAL, 0, 9);
  page += grain;
  page.convertTo(gray, CV_8U);
  const cv::Mat ink = binarized(gray);
  EXPECT_LT(cv::countNonZero(ink(cv::Rect(0, 600, 1500, 900))), 20);
  EXPECT_GT(cv::countNonZero(ink(cv::Rect(300, 300, 6, 30))), 150);
}

}  // namespace
}  // namespace ocelli::internal::binarize_test
