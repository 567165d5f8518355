#include "ocelli/text/bold_words.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <string>
#include <vector>

namespace ocelli::internal::bold_words_test {
namespace {

/// A page with a line for each word, whose letters are four bars of some width.
struct BarPage {
  cv::Mat ink = cv::Mat::zeros(1000, 400, CV_8U);
  std::vector<ReadLine> lines;

  void add(int stroke, double x_height = 20) {
    const int y = 20 + 40 * static_cast<int>(lines.size());
    ReadWord word;
    for (int i = 0; i < 4; ++i) {
      const cv::Rect bar(20 + 30 * i, y, stroke, static_cast<int>(x_height));
      ink(bar).setTo(255);
      word.glyphs.push_back({"l", bar, 1});
    }
    lines.push_back({word.box(), 0, 0, x_height, {word}});
  }

  std::vector<bool> bold() {
    note_bold(lines, connected_components(ink));
    std::vector<bool> found;
    for (const ReadLine& line : lines) found.push_back(line.words[0].bold);
    return found;
  }
};

TEST(BoldWords, HaveWiderStrokesThanMostOfThePage) {
  BarPage page;
  for (const int stroke : {4, 4, 7, 4, 5, 4, 6}) page.add(stroke);
  EXPECT_THAT(page.bold(), testing::ElementsAre(false, false, true, false, false, false, true));
}

TEST(BoldWords, AreNotLargeOnes) {
  BarPage page;
  for (int i = 0; i < 3; ++i) page.add(4);
  page.add(6, 30);
  EXPECT_THAT(page.bold(), testing::Each(false));
}

TEST(BoldWords, AreNoneOnAPageThatIsBoldOrEmpty) {
  BarPage page;
  EXPECT_THAT(page.bold(), testing::IsEmpty());
  for (int i = 0; i < 3; ++i) page.add(9);
  EXPECT_THAT(page.bold(), testing::Each(false));
}

}  // namespace
}  // namespace ocelli::internal::bold_words_test
