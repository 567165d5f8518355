#include "ocelli/text/tables/cell_corrections.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace ocelli::internal {
namespace {

constexpr std::size_t kMinMarked = 3;
constexpr double kMostMarked = 0.6;           ///< share of the cells that have room for a mark
constexpr std::size_t kMostMarkedDigits = 4;  ///< after a mark
constexpr float kUnclear = 0.9F, kDoubtedMark = 0.75F;
constexpr double kWiderGap = 0.4;  ///< in x-heights, beyond the narrowest white between digits
constexpr std::string_view kColumnMarks = ".,-";

bool is_column_mark(const ReadGlyph& glyph) {
  return glyph.text.size() == 1 && kColumnMarks.find(glyph.text[0]) != std::string_view::npos;
}

bool is_letter_or_digit(const ReadGlyph& glyph) {
  return glyph.text.size() == 1 && std::isalnum(static_cast<unsigned char>(glyph.text[0])) != 0;
}

/// A word whose marks are compared with those of others, up to a glyph.
struct MarkedWord {
  TableWord* word;
  std::size_t end;

  const std::vector<ReadGlyph>& glyphs() const { return word->word.glyphs; }

  /// Whether digits from `first` on end the word, after a letter or digit.
  bool has_room(std::size_t digits) const {
    if (end <= digits || !is_letter_or_digit(glyphs()[end - digits - 1])) return false;
    return std::all_of(glyphs().begin() + static_cast<std::ptrdiff_t>(end - digits),
                       glyphs().begin() + static_cast<std::ptrdiff_t>(end), reads_figure);
  }
};

/// A mark before so many digits.
struct MarkPlace {
  std::string mark;
  std::size_t digits = 0;

  auto operator<=>(const MarkPlace&) const = default;
};

/// The last mark between letters or digits and only digits.
std::optional<MarkPlace> last_mark(const MarkedWord& word) {
  std::size_t digits = 0;
  while (digits < word.end && reads_figure(word.glyphs()[word.end - digits - 1])) ++digits;
  if (digits == 0 || digits > kMostMarkedDigits || word.end < digits + 2) return std::nullopt;
  const ReadGlyph& mark = word.glyphs()[word.end - digits - 1];
  if (!is_column_mark(mark) || !is_letter_or_digit(word.glyphs()[word.end - digits - 2])) return std::nullopt;
  return MarkPlace{mark.text, digits};
}

/// The mark that most words have that have one or room for it.
std::optional<MarkPlace> common_mark(const std::vector<MarkedWord>& words) {
  std::map<MarkPlace, std::size_t> votes;
  for (const MarkedWord& word : words)
    if (const std::optional<MarkPlace> place = last_mark(word)) ++votes[*place];
  const auto most = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  if (most == votes.end() || most->second < kMinMarked) return std::nullopt;
  const auto room =
      std::ranges::count_if(words, [&](const MarkedWord& word) { return word.has_room(most->first.digits); });
  const double able = static_cast<double>(most->second) + static_cast<double>(room);
  return static_cast<double>(most->second) >= kMostMarked * able ? std::optional(most->first) : std::nullopt;
}

int white_after(const std::vector<ReadGlyph>& glyphs, std::size_t i) {
  return glyphs[i + 1].box.x - glyphs[i].box.br().x;
}

/// Whether a mark may be between a glyph and the next one.
bool may_hide_mark(const TableWord& word, std::size_t before) {
  const std::vector<ReadGlyph>& glyphs = word.word.glyphs;
  if (std::min(glyphs[before].confidence, glyphs[before + 1].confidence) < kUnclear) return true;
  int least = white_after(glyphs, before);
  for (std::size_t i = 0; i + 1 < glyphs.size(); ++i) {
    if (reads_figure(glyphs[i]) && reads_figure(glyphs[i + 1]))
      least = std::min(least, white_after(glyphs, i));
  }
  return white_after(glyphs, before) - least >= kWiderGap * word.x_height;
}

cv::Rect place_between(const cv::Rect& left, const cv::Rect& right) {
  const int begin = left.br().x, foot = std::max(left.br().y, right.br().y);
  return {std::min(begin, right.x - 1), foot - left.height / 3, std::max(1, right.x - begin),
          std::max(1, left.height / 3)};
}

/// Whether a word is a year, which has no mark of thousands.
bool is_year_word(const MarkedWord& word) {
  const std::string text = word.word->word.text();
  return text.size() == 4 && (text.starts_with("19") || text.starts_with("20"));
}

/// Whether a mark may be before the last digits of a word: a hyphen after a letter, other marks in a number.
bool may_have(const MarkedWord& word, const MarkPlace& place) {
  if (!word.has_room(place.digits)) return false;
  const ReadGlyph& before = word.glyphs()[word.end - place.digits - 1];
  if (place.mark == "-") return !reads_figure(before);
  const auto is_inside = [](const ReadGlyph& glyph) { return reads_figure(glyph) || is_column_mark(glyph); };
  const auto first = std::ranges::find_if(word.glyphs(), reads_figure);
  const auto end = word.glyphs().begin() + static_cast<std::ptrdiff_t>(word.end);
  const bool is_number = std::all_of(first, end, is_inside) &&
                         std::none_of(word.glyphs().begin(), first, is_letter_or_digit) &&
                         std::none_of(first, end, [](const ReadGlyph& glyph) { return glyph.text == "-"; });
  return is_number && !(place.digits == 3 && is_year_word(word));
}

/// Adds the mark to the words that have room for it.
void add_marks(std::vector<MarkedWord>& words, const MarkPlace& place) {
  for (MarkedWord& word : words) {
    if (!may_have(word, place)) continue;
    const std::size_t at = word.end - place.digits;
    if (!may_hide_mark(*word.word, at - 1)) continue;
    std::vector<ReadGlyph>& glyphs = word.word->word.glyphs;
    std::vector<cv::Rect>& boxes = word.word->glyphs;
    const auto offset = static_cast<std::ptrdiff_t>(at);
    glyphs.insert(glyphs.begin() + offset,
                  {place.mark, place_between(glyphs[at - 1].box, glyphs[at].box), kDoubtedMark});
    boxes.insert(boxes.begin() + offset, place_between(boxes[at - 1], boxes[at]));
    ++word.end;
  }
}

void erase_glyph(MarkedWord& word, std::size_t at) {
  const auto offset = static_cast<std::ptrdiff_t>(at);
  word.word->word.glyphs.erase(word.word->word.glyphs.begin() + offset);
  word.word->glyphs.erase(word.word->glyphs.begin() + offset);
  --word.end;
}

/// Gives numbers with another mark before as many decimals the common one, and drops a further mark among the
/// decimals: "6.1.0".
void correct_marks(std::vector<MarkedWord>& words, const MarkPlace& place) {
  for (MarkedWord& word : words) {
    const std::optional<MarkPlace> last = last_mark(word);
    if (!last || last == place || last->mark == "-" || last->digits > place.digits) continue;
    const std::size_t at = word.end - last->digits - 1;
    if (last->digits == place.digits) {
      ReadGlyph& mark = word.word->word.glyphs[at];
      mark.text = place.mark;
      mark.confidence = std::min(mark.confidence, kDoubtedMark);
      continue;
    }
    MarkedWord without = word;
    TableWord copy = *word.word;
    without.word = &copy;
    erase_glyph(without, at);
    if (last_mark(without) == place) erase_glyph(word, at);
  }
}

/// The word up to its last digit; nothing without digits.
std::optional<MarkedWord> marked_word(TableWord& word) {
  std::size_t end = word.word.glyphs.size();
  while (end > 0 && !reads_figure(word.word.glyphs[end - 1])) --end;
  return end == 0 ? std::nullopt : std::optional(MarkedWord{&word, end});
}

/// The word up to its decimal mark; nothing if it has none.
std::optional<MarkedWord> whole_part(const MarkedWord& word, const MarkPlace& decimals) {
  if (last_mark(word) != decimals) return std::nullopt;
  return MarkedWord{word.word, word.end - decimals.digits - 1};
}

}  // namespace

void restore_marks(TableGrid& grid) {
  constexpr std::size_t kMostDecimals = 2;
  std::vector<std::vector<MarkedWord>> columns(static_cast<std::size_t>(grid.columns()));
  for (GridCell& cell : grid.cells) {
    if (cell.words.size() != 1 || cell.column_span > 1) continue;
    if (const auto word = marked_word(cell.words[0]))
      columns[static_cast<std::size_t>(cell.column)].push_back(*word);
  }
  std::vector<MarkedWord> whole;
  for (std::vector<MarkedWord>& column : columns) {
    const std::optional<MarkPlace> place = common_mark(column);
    if (!place) continue;
    add_marks(column, *place);
    if (place->digits > kMostDecimals || place->mark == "-") continue;
    correct_marks(column, *place);
    for (const MarkedWord& word : column)
      if (const auto part = whole_part(word, *place)) whole.push_back(*part);
  }
  if (const std::optional<MarkPlace> thousands = common_mark(whole); thousands && thousands->digits == 3)
    add_marks(whole, *thousands);
}

}  // namespace ocelli::internal
