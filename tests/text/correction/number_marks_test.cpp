#include "ocelli/text/correction/corrections.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ocelli::internal::test::number_marks_test {
namespace {

const std::vector<std::string> kReadable = {"0", "1", "2", ".", ","};

/// "1?2": figures 20 pixels high that stand on row 20, and a mark `height` high whose foot is `below` lower.
ReadLine number(const std::string& mark, float confidence, int height, int below) {
  const ReadGlyph one{"1", {0, 0, 12, 20}, 0.95F}, two{"2", {20, 0, 12, 20}, 0.95F};
  const ReadGlyph between{mark, {14, 20 + below - height, 4, height}, confidence};
  return {{0, 0, 32, 24}, 20, 0, 14, {{{one, between, two}}}};
}

std::vector<ReadLine> page_of_both() {
  std::vector<ReadLine> lines(6, number(".", 0.98F, 3, 0));
  lines.resize(9, number(",", 0.98F, 7, 3));
  return lines;
}

TEST(SettleNumberMarks, TakesWhatReachesAsFarAsThePagesCommasForOne) {
  std::vector<ReadLine> lines = page_of_both();
  lines.push_back(number(".", 0.6F, 6, 2));
  resolve_number_marks(lines, kReadable);
  EXPECT_EQ(lines.back().text(), "1,2");
  EXPECT_LT(lines.back().words[0].confidence(), 0.8F);
  EXPECT_EQ(lines.front().text(), "1.2");
}

TEST(SettleNumberMarks, TakesWhatReachesNoFartherThanThePagesPointsForOne) {
  std::vector<ReadLine> lines = page_of_both();
  lines.push_back(number(",", 0.7F, 3, 0));
  resolve_number_marks(lines, kReadable);
  EXPECT_EQ(lines.back().text(), "1.2");
}

TEST(SettleNumberMarks, LeavesMarksThatAreAllAlike) {
  std::vector<ReadLine> lines(8, number(".", 0.9F, 3, 0));
  resolve_number_marks(lines, kReadable);
  for (const ReadLine& line : lines) EXPECT_EQ(line.text(), "1.2");
}

TEST(DoubtPartedNumbers, IsLessSureOfFiguresBesideANarrowSpace) {
  const ReadGlyph one{"1", {0, 0, 12, 20}, 0.95F};
  ReadGlyph two{"2", {24, 0, 12, 20}, 0.95F};
  ReadLine line{{0, 0, 36, 20}, 20, 0, 14, {{{one}}, {{two}}}};
  doubt_parted_numbers(line);
  EXPECT_LT(line.words[0].confidence(), 0.8F);
  EXPECT_LT(line.words[1].confidence(), 0.8F);

  two.box.x = 60;
  ReadLine wide{{0, 0, 72, 20}, 20, 0, 14, {{{one}}, {{two}}}};
  doubt_parted_numbers(wide);
  EXPECT_GT(wide.words[0].confidence(), 0.9F);
}

}  // namespace
}  // namespace ocelli::internal::test::number_marks_test
