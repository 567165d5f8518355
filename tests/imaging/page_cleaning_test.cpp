#include "ocelli/imaging/page_cleaning.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

#include "data/expect_error.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::page_cleaning_test {
namespace {

using test::noise;
using test::same_pixels;

void write(cv::Mat& page, const std::string& text, cv::Point at) {
  cv::putText(page, text, at, cv::FONT_HERSHEY_SIMPLEX, 0.8, 255, 2);
}

/// Text with dots, commas and accents next to letters, in the middle of a page.
cv::Mat text_page() {
  cv::Mat page = cv::Mat::zeros(800, 900, CV_8UC1);
  for (int y = 200; y <= 500; y += 40) write(page, "It is; if, in time: 7,5 - (kiwi) fly.", {150, y});
  return page;
}

/// The page with something on it that is not text.
template <class Draw>
cv::Mat soiled(Draw&& draw) {
  cv::Mat page = text_page();
  draw(page);
  return page;
}

TEST(PageCleaning, LeavesTextAsItIs) { EXPECT_TRUE(same_pixels(cleaned_page(text_page()), text_page())); }

TEST(PageCleaning, TakesOutRulesAndFrames) {
  const cv::Mat page = soiled([](cv::Mat& ink) {
    cv::rectangle(ink, {100, 120, 700, 450}, 255, 3);
    cv::line(ink, {120, 650}, {800, 660}, 255, 2);
    cv::line(ink, {820, 40}, {826, 700}, 255, 4);
  });
  EXPECT_TRUE(same_pixels(cleaned_page(page), text_page()));
}

TEST(PageCleaning, FreesLettersFromTheLinesUnderThem) {
  const cv::Mat page = soiled([](cv::Mat& ink) { cv::rectangle(ink, {140, 323, 550, 3}, 255, cv::FILLED); });
  const cv::Mat clean = cleaned_page(page), text = text_page();
  const cv::Rect line(0, 290, 900, 45);
  EXPECT_LT(cv::countNonZero(clean(line) != text(line)), 0.05 * cv::countNonZero(text(line)));
}

TEST(PageCleaning, TakesOutScanBorders) {
  const cv::Mat page = soiled([](cv::Mat& ink) {
    ink.colRange(0, 40) = 255;
    ink.rowRange(770, 800) = 255;
    cv::circle(ink, {899, 300}, 45, 255, cv::FILLED);
  });
  EXPECT_TRUE(same_pixels(cleaned_page(page), text_page()));
}

/// A page with a letter as high as four lines of text, which begin at `x`.
cv::Mat page_with_large_letter(int x) {
  cv::Mat page = cv::Mat::zeros(800, 900, CV_8UC1);
  cv::rectangle(page, {100, 184, 120, 22}, 255, cv::FILLED);
  cv::rectangle(page, {145, 184, 26, 136}, 255, cv::FILLED);
  for (int y = 200; y < 330; y += 40) write(page, "unas manos mesas cosas", {x, y});
  for (int y = 360; y < 600; y += 40) write(page, "unas manos mesas cosas rosas", {100, y});
  return page;
}

TEST(PageCleaning, LeavesInitials) {
  const cv::Rect letter(100, 184, 120, 136);
  const cv::Mat page = page_with_large_letter(235), apart = page_with_large_letter(320);
  EXPECT_TRUE(same_pixels(cleaned_page(page)(letter), page(letter)));
  EXPECT_EQ(cv::countNonZero(cleaned_page(apart)(letter)), 0);
}

TEST(PageCleaning, TakesOutSpecksButNotDots) {
  const cv::Mat page = soiled([](cv::Mat& ink) {
    for (int x = 30; x < 880; x += 50) cv::rectangle(ink, {x, 620 + x % 70, 4, 5}, 255, cv::FILLED);
    for (int y = 30; y < 780; y += 60) ink.at<std::uint8_t>(y, 890) = 255;
  });
  EXPECT_TRUE(same_pixels(cleaned_page(page), text_page()));
}

TEST(PageCleaning, TakesOutPiecesAsLargeAsLettersWithinPictures) {
  const cv::Mat page = soiled([](cv::Mat& ink) {
    ink(cv::Rect(200, 560, 500, 180)) = 255;
    for (int x = 240; x < 640; x += 60) {
      cv::rectangle(ink, {x, 620, 40, 40}, 0, cv::FILLED);
      cv::rectangle(ink, {x + 12, 632, 14, 16}, 255, cv::FILLED);
    }
  });
  EXPECT_TRUE(same_pixels(cleaned_page(page), text_page()));
}

TEST(PageCleaning, TakesOutPicturesAndDotScreens) {
  const cv::Mat page = soiled([](cv::Mat& ink) {
    cv::ellipse(ink, {450, 660}, {160, 80}, 10, 0, 360, 255, cv::FILLED);
    for (int y = 10; y < 120; y += 5) {
      for (int x = 300; x < 600; x += 5) cv::rectangle(ink, {x, y, 3, 3}, 255, cv::FILLED);
    }
  });
  EXPECT_TRUE(same_pixels(cleaned_page(page), text_page()));
}

TEST(PageCleaning, KeepsALineOfTextThatFillsItsImage) {
  const cv::Mat page = text_page();
  const cv::Mat line = page(cv::boundingRect(page.rowRange(170, 210)) + cv::Point(0, 170)).clone();
  EXPECT_TRUE(same_pixels(cleaned_page(line), line));
}

TEST(PageCleaning, TakesAnyInk) {
  EXPECT_TRUE(cleaned_page(cv::Mat(0, 0, CV_8UC1)).empty());
  for (const cv::Size size : {cv::Size(1, 1), cv::Size(1, 50), cv::Size(50, 1), cv::Size(300, 200)}) {
    EXPECT_EQ(cleaned_page(cv::Mat(size, CV_8UC1, cv::Scalar(255))).size(), size);
    const cv::Mat ink = noise(size.height, size.width, 6) > 128;
    const cv::Mat clean = cleaned_page(ink);
    EXPECT_EQ(cv::countNonZero(clean & ~ink), 0) << "cleaning adds no ink";
  }
  test::expect_error([] { cleaned_page(cv::Mat::zeros(3, 3, CV_8UC3)); }, Kind::image, "3 channels");
}

}  // namespace
}  // namespace ocelli::internal::page_cleaning_test
