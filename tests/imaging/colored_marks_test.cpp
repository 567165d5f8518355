#include "ocelli/imaging/colored_marks.hpp"

#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "imaging/noise_image.hpp"
#include "ocelli/error.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal::colored_marks_test {
namespace {

using test::same_pixels;

const cv::Scalar kBlack(35, 32, 30), kRed(50, 40, 200), kBlue(150, 50, 30);

/// Lays ink over a page, so that what is below shines through. `draw` draws 255 on 0.
template <class Draw>
void ink(cv::Mat& page, const cv::Scalar& color, Draw&& draw) {
  cv::Mat mask = cv::Mat::zeros(page.size(), CV_8U), soft, share;
  draw(mask);
  cv::GaussianBlur(mask, soft, {}, 0.6);
  cv::cvtColor(soft, share, cv::COLOR_GRAY2BGR);
  cv::Mat covered;
  cv::multiply(page, color, covered, 1 / 255.0);
  for (int y = 0; y < page.rows; ++y) {
    for (int x = 0; x < 3 * page.cols; ++x) {
      const double of_ink = share.ptr(y)[x] / 255.0;
      page.ptr(y)[x] =
          cv::saturate_cast<std::uint8_t>(of_ink * covered.ptr(y)[x] + (1 - of_ink) * page.ptr(y)[x]);
    }
  }
}

void write(cv::Mat& page, const std::string& text, cv::Point at, const cv::Scalar& color = kBlack) {
  ink(page, color,
      [&](cv::Mat& mask) { cv::putText(mask, text, at, cv::FONT_HERSHEY_SIMPLEX, 0.9, 255, 3); });
}

cv::Mat blank() { return {420, 800, CV_8UC3, cv::Scalar(250, 253, 255)}; }

cv::Mat letter(const cv::Scalar& color = kBlack) {
  cv::Mat page = blank();
  for (int y = 60; y <= 380; y += 40) write(page, "received with many thanks", {40, y}, color);
  return page;
}

void stamp(cv::Mat& page, const cv::Scalar& color = kRed) {
  ink(page, color, [](cv::Mat& mask) {
    cv::circle(mask, {300, 210}, 110, 255, 5);
    cv::circle(mask, {300, 210}, 70, 255, 4);
    cv::Mat word = cv::Mat::zeros(mask.size(), CV_8U), turned;
    cv::putText(word, "PAID", {255, 222}, cv::FONT_HERSHEY_SIMPLEX, 1.1, 255, 4);
    cv::warpAffine(word, turned, cv::getRotationMatrix2D({300, 210}, 18, 1), word.size());
    mask |= turned;
  });
}

cv::Mat without_marks(const cv::Mat& page) { return without_colored_marks(to_gray(page), page); }

/// The share of pixels that are dark in one image only, among those dark in the second.
double differing(const cv::Mat& one, const cv::Mat& other) {
  constexpr int kDark = 140;
  const cv::Mat dark = other < kDark;
  return static_cast<double>(cv::countNonZero((one < kDark) != dark)) / cv::countNonZero(dark);
}

TEST(ColoredMarks, AStampIsTakenOutOfThePrintBelow) {
  cv::Mat page = letter();
  const cv::Mat clean = to_gray(page);
  stamp(page);
  EXPECT_GT(differing(to_gray(page), clean), 0.1);
  EXPECT_LT(differing(without_marks(page), clean), 0.01);
}

TEST(ColoredMarks, SoArePenStrokesBetweenAndBesideTheLines) {
  cv::Mat page = letter();
  const cv::Mat clean = to_gray(page);
  ink(page, kBlue, [](cv::Mat& mask) {
    const std::vector<cv::Point> tick = {{700, 80}, {715, 105}, {750, 50}};
    const std::vector<cv::Point> name = {{420, 330}, {450, 240}, {470, 340},
                                         {500, 260}, {530, 330}, {640, 290}};
    cv::polylines(mask, std::vector{tick, name}, false, 255, 4);
  });
  EXPECT_GT(differing(to_gray(page), clean), 0.05);
  EXPECT_LT(differing(without_marks(page), clean), 0.01);
}

TEST(ColoredMarks, SoAreRulesThatLettersTouch) {
  cv::Mat page = letter();
  const cv::Mat clean = to_gray(page);
  ink(page, kBlue, [](cv::Mat& mask) {
    for (int y = 62; y <= 382; y += 40) cv::line(mask, {20, y}, {780, y + 4}, 255, 3);
  });
  EXPECT_LT(differing(without_marks(page), clean), 0.02);
}

TEST(ColoredMarks, WordsAndFramedAmountsThatMeetNoPrintStay) {
  for (const std::string text : {"Friday", "July 4", "17"}) {
    cv::Mat page = letter();
    page.rowRange(200, page.rows).setTo(cv::Scalar(250, 253, 255));
    write(page, text, {60, 260}, kRed);
    ink(page, kRed, [](cv::Mat& mask) { cv::rectangle(mask, {500, 230, 150, 60}, 255, 3); });
    write(page, "49.90", {520, 270}, kRed);
    EXPECT_EQ(differing(without_marks(page), to_gray(page)), 0) << text;
  }
}

TEST(ColoredMarks, AHighlighterBecomesPaper) {
  cv::Mat page = letter();
  ink(page, cv::Scalar(200, 130, 255), [](cv::Mat& mask) {
    cv::rectangle(mask, {100, 112, 300, 36}, 255, -1);
  });
  const cv::Mat gray = without_marks(page);
  double least = 255;
  cv::minMaxLoc(gray(cv::Rect(110, 114, 280, 2)), &least);
  EXPECT_GT(least, 235);
  EXPECT_LT(differing(gray, to_gray(letter())), 0.02);
}

TEST(ColoredMarks, ColoredWordsAndAmountsStay) {
  cv::Mat page = blank();
  write(page, "Statement", {40, 60}, kBlue);
  for (int y = 100; y <= 380; y += 40) {
    write(page, "balance of your", {40, y});
    write(page, "account", {320, y}, kRed);
    write(page, "-12.50", {500, y}, kRed);
  }
  EXPECT_TRUE(same_pixels(without_marks(page), to_gray(page)));
}

TEST(ColoredMarks, LargeHeadingsStay) {
  cv::Mat page = letter();
  page.rowRange(0, 110).setTo(cv::Scalar(250, 253, 255));
  ink(page, kRed, [](cv::Mat& mask) {
    cv::putText(mask, "INVOICE", {40, 90}, cv::FONT_HERSHEY_SIMPLEX, 2.6, 255, 7);
  });
  EXPECT_TRUE(same_pixels(without_marks(page), to_gray(page)));
}

TEST(ColoredMarks, PagesPrintedInColorStay) {
  const cv::Mat page = letter(kBlue);
  EXPECT_TRUE(same_pixels(without_marks(page), to_gray(page)));
}

TEST(ColoredMarks, BoxesWithLightLettersStay) {
  cv::Mat page = letter();
  cv::rectangle(page, {40, 130, 300, 45}, kBlue, -1);
  cv::putText(page, "TOTAL", {60, 162}, cv::FONT_HERSHEY_SIMPLEX, 0.9, cv::Scalar(255, 255, 255), 3);
  EXPECT_TRUE(same_pixels(without_marks(page), to_gray(page)));
}

TEST(ColoredMarks, GridsOfTablesStay) {
  cv::Mat page = letter();
  for (const int y : {30, 395}) cv::line(page, {20, y}, {780, y}, kBlue, 2);
  for (const int x : {20, 780}) cv::line(page, {x, 30}, {x, 395}, kBlue, 2);
  EXPECT_TRUE(same_pixels(without_marks(page), to_gray(page)));
}

TEST(ColoredMarks, PicturesAndGrayPagesStay) {
  cv::Mat picture(200, 300, CV_8UC3);
  cv::randu(picture, 0, 255);
  EXPECT_TRUE(same_pixels(without_marks(picture), to_gray(picture)));
  cv::Mat gray;
  cv::cvtColor(to_gray(letter()), gray, cv::COLOR_GRAY2BGR);
  EXPECT_TRUE(same_pixels(without_marks(gray), to_gray(gray)));
  EXPECT_TRUE(same_pixels(print_of(to_gray(letter())), to_gray(letter())));
}

TEST(ColoredMarks, RefusesColorsOfAnotherSize) {
  const cv::Mat page = letter();
  EXPECT_THROW(without_colored_marks(to_gray(page).rowRange(0, 9).clone(), page), Error);
}

}  // namespace
}  // namespace ocelli::internal::colored_marks_test
