#include "ocelli/imaging/components.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>

#include "data/expect_error.hpp"
#include "imaging/noise_image.hpp"
#include "imaging/plain_components.hpp"
#include "ocelli/imaging/ink_runs.hpp"

namespace ocelli::internal::components_test {
namespace {

using test::noise;

/// Random ink that covers about `share` of the page.
cv::Mat random_ink(int height, int width, double share, std::uint64_t seed) {
  return noise(height, width, seed) < share * 256;
}

/// The component index of each pixel plus one; 0 for paper.
cv::Mat labels_of(const Components& components, cv::Size size) {
  cv::Mat labels = cv::Mat::zeros(size, CV_32SC1);
  for (std::size_t i = 0; i < components.list.size(); ++i) {
    for (const RowRun& run : components.runs_of(i)) {
      labels.row(run.y).colRange(run.begin, run.end).setTo(static_cast<double>(i + 1));
    }
  }
  return labels;
}

TEST(Components, AreThoseOfFloodingThePage) {
  for (const cv::Size size :
       {cv::Size(1, 1), cv::Size(1, 9), cv::Size(9, 1), cv::Size(8, 8), cv::Size(23, 17), cv::Size(64, 40)}) {
    for (const double share : {0.0, 0.1, 0.3, 0.45, 0.6, 0.9, 1.0}) {
      const cv::Mat ink = random_ink(size.height, size.width, share, 7);
      const Components fast = connected_components(ink);
      const test::PlainComponents plain = test::plain_components(ink);
      EXPECT_EQ(fast.list, plain.list) << size << " " << share;
      EXPECT_EQ(cv::norm(labels_of(fast, size), plain.labels, cv::NORM_INF), 0) << size << " " << share;
    }
  }
}

TEST(Components, TakePartOfAPage) {
  const cv::Mat page = random_ink(40, 50, 0.4, 3);
  const cv::Mat part = page(cv::Rect(7, 5, 29, 31));
  EXPECT_EQ(connected_components(part).list, test::plain_components(part).list);
}

TEST(Components, JoinTheArmsOfASpiral) {
  cv::Mat ink = cv::Mat::zeros(5, 5, CV_8UC1);
  ink.row(0) = 255;
  ink.col(4) = 1;  // any nonzero value is ink
  ink.row(4) = 255;
  ink.at<std::uint8_t>(3, 0) = 255;
  ink.at<std::uint8_t>(2, 1) = 255;
  EXPECT_THAT(connected_components(ink).list, testing::ElementsAre(Component{{0, 0, 5, 5}, 15}));
}

TEST(Components, AreNoneOnAnEmptyImage) {
  EXPECT_TRUE(connected_components(cv::Mat(0, 0, CV_8UC1)).list.empty());
  EXPECT_TRUE(connected_components(cv::Mat(0, 5, CV_8UC1)).list.empty());
}

TEST(Components, RefuseColor) {
  test::expect_error([] { connected_components(cv::Mat::zeros(3, 3, CV_8UC3)); }, Kind::image, "3 channels");
}

TEST(InkRuns, EraseTheComponentsThatAreToGo) {
  cv::Mat ink = random_ink(30, 40, 0.3, 5);
  const test::PlainComponents plain = test::plain_components(ink);
  const InkRuns runs = find_ink_runs(ink);
  std::vector<std::uint8_t> remove(runs.list.size());
  for (std::size_t i = 0; i < remove.size(); ++i) remove[i] = i % 2;
  erase_components(ink, runs, remove);
  for (int y = 0; y < ink.rows; ++y) {
    for (int x = 0; x < ink.cols; ++x)
      EXPECT_EQ(ink.at<std::uint8_t>(y, x) != 0, plain.labels.at<int>(y, x) % 2 == 1) << x << " " << y;
  }
}

TEST(TextHeight, IsNotOutvotedBySpecks) {
  std::vector<Component> list(30, Component{{0, 0, 20, 30}, 300});
  list.insert(list.end(), 150, Component{{0, 0, 5, 5}, 25});
  list.insert(list.end(), 1000, Component{{0, 0, 2, 2}, 4});
  EXPECT_EQ(text_height(list), 30);
}

TEST(TextHeight, LeavesOutRulesAndFrames) {
  const std::vector<Component> list = {
      {{0, 0, 900, 50}, 2000}, {{0, 0, 3, 900}, 2700}, {{0, 0, 900, 900}, 3600}, {{0, 0, 9, 12}, 60}};
  EXPECT_EQ(text_height(list), 12);
}

TEST(TextHeight, IsNotThatOfAPictureAboveALineOfLetters) {
  std::vector<Component> list(40, Component{{0, 0, 20, 30}, 300});
  list.push_back({{0, 0, 2080, 2080}, 4'000'000});
  EXPECT_EQ(text_height(list), 30);
  const std::vector<Component> large_letter = {{{0, 0, 200, 300}, 30'000}};
  EXPECT_EQ(text_height(large_letter), 300);
}

TEST(TextHeight, IsNotThatOfADottedRuleBelowAWord) {
  std::vector<Component> list(5, Component{{0, 0, 20, 36}, 300});
  for (int x = 0; x < 120; ++x) list.push_back({{6 * x, 90, 3 - x % 7 / 6, 8}, 20});
  EXPECT_EQ(text_height(list), 36);
  list.erase(list.begin(), list.begin() + 5);
  EXPECT_EQ(text_height(list), 8);
}

TEST(TextHeight, IsNothingOnAPageWithoutLetters) { EXPECT_EQ(text_height(std::vector<Component>{}), 0); }

}  // namespace
}  // namespace ocelli::internal::components_test
