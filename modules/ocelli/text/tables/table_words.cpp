#include "ocelli/text/tables/table_words.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>

#include "ocelli/core/median.hpp"

namespace ocelli::internal {
namespace {

/// In x-heights.
constexpr double kNarrowestColumnGap = 1.7, kWidestColumnGap = 2.6;

constexpr double kOfSpaces = 1.35;

/// Whether a word is probably dirt: marks that are not clear.
bool is_dirt(const ReadWord& word) {
  constexpr float kSureMark = 0.7F;
  const bool has_character = std::ranges::any_of(word.text(), [](unsigned char byte) {
    return byte >= 0x80 || std::isalnum(byte) != 0 || byte == '$' || byte == '%' || byte == '-';
  });
  return !has_character && word.confidence() < kSureMark;
}

TableWord table_word(const ReadWord& word, const ReadLine& line, const PageText& text, const PageInk& page) {
  const cv::Rect upright = text.upright(word.box());
  const double x = upright.x + upright.width / 2.0, foot = line.baseline + line.slope * x;
  const cv::Rect small(static_cast<int>(x), static_cast<int>(foot - line.x_height), 1,
                       std::max(1, static_cast<int>(line.x_height)));
  TableWord found{word, {}, page.from_upright(upright), 0, line.x_height * page.scale};
  const cv::Rect letters = page.from_upright(small);
  found.middle = letters.y + letters.height / 2.0;
  for (const ReadGlyph& glyph : word.glyphs)
    found.glyphs.push_back(page.from_upright(text.upright(glyph.box)));
  return found;
}

/// The gap that separates columns on a page, in x-heights: somewhat wider than the spaces of words, which are
/// the lower quartile of the gaps. Those of typewriters are wide.
double column_gap(const PageText& text) {
  std::vector<double> gaps;
  for (const ReadBlock& block : text.blocks) {
    for (const ReadLine& line : block.lines) {
      for (std::size_t i = 1; i < line.words.size(); ++i) {
        const cv::Rect before = text.upright(line.words[i - 1].box()),
                       after = text.upright(line.words[i].box());
        gaps.push_back((after.x - before.br().x) / line.x_height);
      }
    }
  }
  if (gaps.empty()) return kNarrowestColumnGap;
  const auto quartile = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 4);
  std::ranges::nth_element(gaps, quartile);
  return std::clamp(kOfSpaces * *quartile, kNarrowestColumnGap, kWidestColumnGap);
}

}  // namespace

std::vector<TableWord> table_words(const PageText& text, const PageInk& page) {
  const double gap = column_gap(text);
  std::vector<TableWord> words;
  for (const ReadBlock& block : text.blocks) {
    for (const ReadLine& line : block.lines) {
      for (const ReadWord& word : line.words) {
        if (is_dirt(word)) continue;
        words.push_back(table_word(word, line, text, page));
        words.back().block = static_cast<std::size_t>(&block - text.blocks.data());
        words.back().from_file = block.from_file;
        words.back().column_gap = gap * words.back().x_height;
      }
    }
  }
  return words;
}

TableWord part_of(const TableWord& word, std::size_t first, std::size_t last) {
  TableWord part = word;
  part.word.glyphs.clear();
  part.glyphs.clear();
  part.box = {};
  for (std::size_t i = first; i < last; ++i) {
    part.word.glyphs.push_back(word.word.glyphs[i]);
    part.glyphs.push_back(word.glyphs[i]);
    part.box |= word.glyphs[i];
  }
  return part;
}

double typical_x_height(const std::vector<TableWord>& words) {
  std::vector<double> heights;
  heights.reserve(words.size());
  for (const TableWord& word : words) heights.push_back(word.x_height);
  return heights.empty() ? 0 : median(std::move(heights));
}

bool is_figure_word(const ReadWord& word) {
  const std::string text = word.text();
  const auto digits = std::ranges::count_if(text, is_figure);
  const auto letters =
      std::ranges::count_if(text, [](unsigned char byte) { return byte >= 0x80 || std::isalpha(byte) != 0; });
  const bool is_amount = digits > 0 && (digits >= letters || 2 * digits >= std::ssize(text));
  return text == "-" || text == "–" || text == "—" || is_amount;
}

}  // namespace ocelli::internal
