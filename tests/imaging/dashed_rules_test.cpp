#include "ocelli/imaging/rules.hpp"

#include <gmock/gmock.h>

#include <numeric>

namespace ocelli::internal::dashed_rules_test {
namespace {

constexpr double kLetter = 20;

/// `dashes` dashes in a row, one every `pitch` pixels.
std::vector<Component> row(int dashes, int pitch, int width = 12, int height = 3) {
  std::vector<Component> components;
  for (int i = 0; i < dashes; ++i)
    components.push_back(
        {{10 + i * pitch, 50 + i % 2, width, height}, static_cast<std::uint32_t>(width * height)});
  return components;
}

int dashes_among(const std::vector<Component>& components) {
  const std::vector<std::uint8_t> is_dash = dashes_of_rules(components, kLetter);
  return std::accumulate(is_dash.begin(), is_dash.end(), 0);
}

TEST(DashedRules, AreRowsOfFlatMarksOfOneWidth) { EXPECT_EQ(dashes_among(row(20, 18)), 20); }

TEST(DashedRules, AreFoundBetweenLinesOfText) {
  std::vector<Component> page = row(20, 18);
  for (int i = 0; i < 20; ++i) {
    page.push_back({{10 + i * 18, 25, 14, 20}, 200});
    page.push_back({{10 + i * 18, 56, 14, 20}, 200});
  }
  EXPECT_EQ(dashes_among(page), 20);
}

TEST(DashedRules, AreNotAFewHyphens) { EXPECT_EQ(dashes_among(row(5, 18)), 0); }

TEST(DashedRules, AreNotHyphensBetweenWords) { EXPECT_EQ(dashes_among(row(20, 60)), 0); }

TEST(DashedRules, AreNotDots) { EXPECT_EQ(dashes_among(row(20, 10, 3, 3)), 0); }

TEST(DashedRules, AreNotMarksOfAllWidths) {
  std::vector<Component> marks = row(20, 50);
  for (int i = 0; i < 20; ++i) marks[static_cast<std::size_t>(i)].box.width = 5 + 8 * (i % 6);
  EXPECT_EQ(dashes_among(marks), 0);
}

TEST(DashedRules, OfNothingAreNone) { EXPECT_TRUE(dashes_of_rules({}, kLetter).empty()); }

}  // namespace
}  // namespace ocelli::internal::dashed_rules_test
