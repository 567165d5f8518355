#include "ocelli/imaging/page_cleaning.hpp"

#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "imaging/noise_image.hpp"
#include "ocelli/imaging/components.hpp"
#include "ocelli/imaging/ink_runs.hpp"

namespace ocelli::internal::broken_print_test {
namespace {

using test::same_pixels;

cv::Mat text_page() {
  cv::Mat page = cv::Mat::zeros(500, 900, CV_8UC1);
  for (int y = 100; y <= 400; y += 60)
    cv::putText(page, "TAX INVOICE 4302", {50, y}, cv::FONT_HERSHEY_SIMPLEX, 1.4, 255, 4);
  return page;
}

/// The same page from a dot matrix printer: dots `pitch` pixels apart with a gap of two pixels between them.
cv::Mat in_dots(const cv::Mat& page, int pitch) {
  cv::Mat dots = page.clone();
  for (int y = 0; y < page.rows; ++y) {
    for (int x = 0; x < page.cols; ++x) {
      if (y % pitch < 2 || x % pitch < 2) dots.at<std::uint8_t>(y, x) = 0;
    }
  }
  return dots;
}

cv::Mat whole(const cv::Mat& ink) { return whole_print(ink, find_ink_runs(ink).list); }

std::size_t components(const cv::Mat& ink) { return find_ink_runs(ink).list.size(); }

TEST(WholePrint, JoinsTheDotsOfLetters) {
  const cv::Mat page = text_page(), dotted = in_dots(page, 10);
  ASSERT_GT(components(dotted), 5 * components(page));
  const cv::Mat mended = whole(dotted);
  EXPECT_LE(components(mended), components(page) * 11 / 10);
  EXPECT_NEAR(text_height(find_ink_runs(mended).list), text_height(find_ink_runs(page).list), 3);
}

TEST(WholePrint, LeavesWholeLettersAsTheyAre) {
  const cv::Mat page = text_page();
  EXPECT_TRUE(same_pixels(whole(page), page));
}

TEST(WholePrint, LeavesPagesWithoutLettersAsTheyAre) {
  const cv::Mat blank = cv::Mat::zeros(90, 90, CV_8UC1);
  EXPECT_TRUE(same_pixels(whole(blank), blank));
}

TEST(WholePrint, DoesNotMakeOneLetterOfASeaOfDots) {
  cv::Mat screen = cv::Mat::zeros(300, 300, CV_8UC1);
  for (int y = 0; y < 300; y += 4) {
    for (int x = 0; x < 300; x += 4) screen(cv::Rect(x, y, 1 + (x + y) % 3, 2)).setTo(255);
  }
  EXPECT_TRUE(same_pixels(whole(screen), screen));
}

}  // namespace
}  // namespace ocelli::internal::broken_print_test
