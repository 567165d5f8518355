#include "ocelli/imaging/rules.hpp"

#include <gmock/gmock.h>

#include <numeric>

namespace ocelli::internal::broken_rules_test {
namespace {

constexpr double kLetter = 20;

/// Upright strokes of the given heights in a column at x.
std::vector<Component> column(int x, const std::vector<int>& heights) {
  std::vector<Component> pieces;
  int y = 10;
  for (const int height : heights) {
    pieces.push_back({{x, y, 3, height}, static_cast<std::uint32_t>(3 * height)});
    y += height + 30;
  }
  return pieces;
}

int pieces_among(const std::vector<Component>& components) {
  const std::vector<std::uint8_t> is_piece = pieces_of_rules(components, kLetter);
  return std::accumulate(is_piece.begin(), is_piece.end(), 0);
}

TEST(BrokenRules, AreColumnsOfStrokesOfAnyHeight) {
  EXPECT_EQ(pieces_among(column(50, {9, 40, 12, 20, 90, 10})), 6);
}

TEST(BrokenRules, AreNotColumnsOfTheFigureOne) {
  EXPECT_EQ(pieces_among(column(50, {20, 20, 21, 20, 19, 20})), 0);
}

TEST(BrokenRules, AreNotAFewStrokes) { EXPECT_EQ(pieces_among(column(50, {9, 90, 60})), 0); }

TEST(BrokenRules, LeaveStrokesBesideLettersAlone) {
  std::vector<Component> page = column(50, {9, 40, 12, 20, 90, 10});
  const std::size_t strokes = page.size();
  for (std::size_t i = 0; i < strokes; ++i) page.push_back({{60, page[i].box.y, 15, 20}, 200});
  EXPECT_EQ(pieces_among(page), 0);
}

TEST(BrokenRules, AreNotScrapsOfSmallPrintThatSpreadSideways) {
  std::vector<Component> scraps;
  for (int i = 0; i < 40; ++i) scraps.push_back({{50 + 5 * (i % 10), 10 + 40 * i, 3, 9 + i % 7}, 20});
  EXPECT_EQ(pieces_among(scraps), 0);
}

TEST(BrokenRules, OfNothingAreNone) { EXPECT_TRUE(pieces_of_rules({}, kLetter).empty()); }

}  // namespace
}  // namespace ocelli::internal::broken_rules_test
