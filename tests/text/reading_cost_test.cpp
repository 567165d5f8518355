/// What reading a page costs is bounded by its size, whatever is on it.

#include <gtest/gtest.h>

#include <ctime>
#include <functional>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <ostream>
#include <random>

#include "ocelli/text/page_reader.hpp"
#include "text/tiny_reader.hpp"

namespace ocelli::internal::reading_cost_test {
namespace {

constexpr int kSide = 800;

cv::Mat paper(int width = kSide, int height = kSide) { return {height, width, CV_8UC1, cv::Scalar(255)}; }

cv::Mat gradient(int width, int height) {
  cv::Mat page(height, width, CV_8UC1);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      page.at<unsigned char>(y, x) = static_cast<unsigned char>(255 * (x + y) / (width + height - 1));
  return page;
}

/// Ink at this share of the pixels, and grains of this size.
cv::Mat noise(double share, int grain = 1, bool gray = false) {
  std::mt19937 random(7);
  cv::Mat page(kSide / grain, kSide / grain, CV_8UC1);
  for (auto pixel = page.begin<unsigned char>(); pixel != page.end<unsigned char>(); ++pixel) {
    const bool ink = static_cast<double>(random() % 1000) < 1000 * share;
    *pixel = static_cast<unsigned char>(ink ? random() % (gray ? 100 : 1) : gray ? 200 + random() % 56 : 255);
  }
  cv::resize(page, page, {kSide, kSide}, 0, 0, cv::INTER_NEAREST);
  return page;
}

/// Rectangles of this size every few pixels.
cv::Mat grid(cv::Size box, cv::Size step, cv::Size page = {kSide, kSide}) {
  cv::Mat marks = paper(page.width, page.height);
  for (int y = 2; y + box.height < page.height; y += step.height)
    for (int x = 2; x + box.width < page.width; x += step.width) marks(cv::Rect({x, y}, box)).setTo(0);
  return marks;
}

cv::Mat checkerboard() {
  cv::Mat page(kSide, kSide, CV_8UC1);
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) page.at<unsigned char>(y, x) = (x + y) % 2 == 0 ? 0 : 255;
  return page;
}

cv::Mat rings(int step) {
  cv::Mat page = paper();
  for (int radius = 4; radius < kSide / 2 - 4; radius += step)
    cv::circle(page, {kSide / 2, kSide / 2}, radius, cv::Scalar(0), 1);
  return page;
}

cv::Mat frames(int step) {
  cv::Mat page = paper();
  for (int margin = 4; margin < kSide / 2 - 4; margin += step)
    cv::rectangle(page, cv::Rect(margin, margin, kSide - 2 * margin, kSide - 2 * margin), cv::Scalar(0), 1);
  return page;
}

cv::Mat slanted_lines() {
  cv::Mat page = paper();
  for (int at = -kSide; at < kSide; at += 9) cv::line(page, {at, 0}, {at + kSide, kSide}, cv::Scalar(0), 2);
  return page;
}

cv::Mat tall_blob() {
  cv::Mat page = paper();
  cv::ellipse(page, {kSide / 2, kSide / 2}, {kSide / 9, kSide / 2 - 20}, 0, 0, 360, cv::Scalar(40), -1);
  cv::GaussianBlur(page, page, {}, 4);
  return page;
}

/// White letters in black boxes, side by side on a wide page.
cv::Mat boxes_in_a_row() {
  cv::Mat page = paper(20'000, 30);
  for (int x = 2; x + 40 < page.cols; x += 44) {
    page(cv::Rect(x, 4, 40, 20)).setTo(0);
    for (int hole = 0; hole < 5; ++hole) page(cv::Rect(x + 3 + 7 * hole, 9, 4, 9)).setTo(255);
  }
  return page;
}

/// A bar thinner than the letters around it are high, which might be a rule.
cv::Mat thick_bars() {
  cv::Mat page = grid({120, 180}, {200, 260}, {3000, 270});
  page(cv::Rect(0, 190, 3000, 60)).setTo(0);
  return page;
}

struct Page {
  const char* name;
  std::function<cv::Mat()> draw;

  friend std::ostream& operator<<(std::ostream& out, const Page& page) { return out << page.name; }
};

class CostOfReading : public testing::TestWithParam<Page> {};

double seconds_to_read(const cv::Mat& page) {
  const std::clock_t begin = std::clock();
  read_page(page, test::tiny_reader());
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Of a page of text of as many pixels.
double typical_seconds() {
  static const double seconds = [] {
    const cv::Mat lines =
        test::page_of_bars_and_blocks(std::vector<std::string>(11, "oIo ooI Ioo oIoIo ooI oIo Ioo"));
    return seconds_to_read(lines);
  }();
  return seconds;
}

TEST_P(CostOfReading, IsThatOfATextUpToAFactor) {
  constexpr double kFactor = 60, kSlack = 0.3;
  EXPECT_LE(seconds_to_read(GetParam().draw()), kFactor * typical_seconds() + kSlack);
}

const Page kPages[] = {
    {"Gradient", [] { return gradient(kSide, kSide); }},
    {"TallGradient", [] { return gradient(200, 3200); }},
    {"TallBlob", tall_blob},
    {"AllInk", [] { return cv::Mat(kSide, kSide, CV_8UC1, cv::Scalar(0)); }},
    {"Checkerboard", checkerboard},
    {"DotsOfOnePixel",
     [] {
       return grid({1, 1}, {2, 2});
     }},
    {"Specks",
     [] {
       return grid({2, 2}, {4, 4});
     }},
    {"SmallestLetters",
     [] {
       return grid({3, 5}, {6, 8});
     }},
    {"Dashes",
     [] {
       return grid({9, 2}, {13, 6});
     }},
    {"DashesUnderDots",
     [] {
       return cv::Mat(grid({5, 7}, {10, 12}) & grid({5, 1}, {10, 12}));
     }},
    {"ThinColumns",
     [] {
       return grid({1, kSide - 9}, {4, kSide});
     }},
    {"ThinRows",
     [] {
       return grid({kSide - 9, 1}, {kSide, 4});
     }},
    {"Noise1", [] { return noise(0.01); }},
    {"Noise10", [] { return noise(0.1); }},
    {"Noise50", [] { return noise(0.5); }},
    {"CoarseNoise30", [] { return noise(0.3, 4); }},
    {"GrayNoise30", [] { return noise(0.3, 3, true); }},
    {"Rings", [] { return rings(3); }},
    {"Frames", [] { return frames(3); }},
    {"SlantedLines", slanted_lines},
    {"BoxesInARow", boxes_in_a_row},
    {"ThickBars", thick_bars},
    {"OneRow", [] { return gradient(60'000, 1); }},
    {"OneColumn", [] { return gradient(1, 60'000); }},
    {"WideRowOfLetters",
     [] {
       return grid({4, 7}, {8, 12}, {40'000, 16});
     }},
    {"TallColumnOfLetters",
     [] {
       return grid({4, 7}, {8, 12}, {16, 40'000});
     }},
};

INSTANTIATE_TEST_SUITE_P(Pages, CostOfReading, testing::ValuesIn(kPages),
                         [](const testing::TestParamInfo<Page>& page) { return page.param.name; });

}  // namespace
}  // namespace ocelli::internal::reading_cost_test
