#include "ocelli/text/tables/cell_corrections.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace ocelli::internal {
namespace {

constexpr std::string_view kAlikeLetters = "cosuvwxz";  ///< with alike capitals
constexpr double kHigherThanSmall = 1.27;               ///< in x-heights
constexpr double kMostCapitals = 0.75;
constexpr int kFewTexts = 2;  ///< of a row or column with capitals

/// The texts of a row or column by their first letters, without those that may be either.
struct FirstLetters {
  int capitals = 0, small = 0;

  bool are_capitals() const {
    return capitals >= kFewTexts && capitals >= kMostCapitals * (capitals + small);
  }
};

/// The word that a cell begins with; null without words.
TableWord* first_word(GridCell& cell) {
  const auto order = [](const TableWord& a, const TableWord& b) {
    const bool same_line = std::abs(a.middle - b.middle) < std::min(a.x_height, b.x_height);
    return same_line ? a.box.x < b.box.x : a.middle < b.middle;
  };
  const auto first = std::ranges::min_element(cell.words, order);
  return first == cell.words.end() ? nullptr : &*first;
}

bool begins_with_letter(const TableWord& word) {
  return std::isalpha(static_cast<unsigned char>(word.word.glyphs[0].text[0])) != 0;
}

bool begins_with_small(const TableWord& word) {
  return std::islower(static_cast<unsigned char>(word.word.glyphs[0].text[0])) != 0;
}

/// Whether there is a row without ink between the top and the bottom of a glyph, as below the dot of an "i".
bool has_gap(const cv::Mat& ink, const cv::Rect& glyph) {
  const cv::Rect inside = glyph & cv::Rect({}, ink.size());
  const int margin = inside.height / 8;
  for (int y = inside.y + margin; y < inside.br().y - margin; ++y) {
    if (cv::countNonZero(ink(cv::Rect(inside.x, y, inside.width, 1))) == 0) return true;
  }
  return false;
}

bool may_be_capital(const TableWord& word, const cv::Mat& ink) {
  const std::string& letter = word.word.glyphs[0].text;
  if (letter.size() != 1 || word.glyphs[0].height < kHigherThanSmall * word.x_height) return false;
  if (letter == "i") return !has_gap(ink, word.glyphs[0]);
  return kAlikeLetters.find(letter[0]) != std::string_view::npos;
}

}  // namespace

void restore_capitals(TableGrid& grid, const cv::Mat& ink) {
  std::vector<FirstLetters> rows(static_cast<std::size_t>(grid.rows())),
      columns(static_cast<std::size_t>(grid.columns()));
  for (GridCell& cell : grid.cells) {
    const TableWord* const word = first_word(cell);
    if (word == nullptr || !begins_with_letter(*word)) continue;
    if (begins_with_small(*word) && may_be_capital(*word, ink)) continue;
    for (FirstLetters* const of :
         {&rows[static_cast<std::size_t>(cell.row)], &columns[static_cast<std::size_t>(cell.column)]})
      ++(begins_with_small(*word) ? of->small : of->capitals);
  }
  for (GridCell& cell : grid.cells) {
    TableWord* const word = first_word(cell);
    if (word == nullptr || !begins_with_small(*word) || !may_be_capital(*word, ink)) continue;
    const bool is_expected = rows[static_cast<std::size_t>(cell.row)].are_capitals() ||
                             columns[static_cast<std::size_t>(cell.column)].are_capitals();
    std::string& letter = word->word.glyphs[0].text;
    if (is_expected) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter[0])));
  }
}

}  // namespace ocelli::internal
