#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ocelli/core/median.hpp"
#include "ocelli/text/correction/corrections.hpp"
#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/correction/place_model.hpp"

namespace ocelli::internal {
namespace {

/// In x-heights.
constexpr double kClearSpace = 0.25;  ///< white before a sign beyond that between digits
constexpr double kTouchingDashes = 0.15, kDegreeSpace = 0.8;
constexpr double kRaised = 0.5, kTall = 1.15;  ///< bottom of a degree sign and top of a capital, at least

constexpr float kDoubtedSign = 0.75F;

int right(const ReadGlyph& glyph) { return glyph.box.x + glyph.box.width; }

bool is_currency(const ReadGlyph& glyph) {
  return glyph.text == "$" || glyph.text == "\u20AC" || glyph.text == "\u00A3" || glyph.text == "\u00A5";
}

bool is_dash(const ReadGlyph& glyph) {
  return glyph.text == "-" || glyph.text == "\u2013" || glyph.text == "\u2014";
}

/// A dash before or after an amount is a minus sign; one that blur has cut in two is one.
void resolve_minus(ReadWord& word, double x_height, std::span<const std::string> readable) {
  std::vector<ReadGlyph>& glyphs = word.glyphs;
  if (glyphs.size() < 2 || std::ranges::find(readable, "-") == readable.end()) return;
  const bool cut = glyphs.size() > 2 && is_dash(glyphs[0]) && is_dash(glyphs[1]) &&
                   glyphs[1].box.x - right(glyphs[0]) <= kTouchingDashes * x_height;
  const std::size_t next = cut ? 2 : 1;
  if (is_dash(glyphs[0]) && (is_currency(glyphs[next]) || reads_figure(glyphs[next]))) {
    for (std::size_t i = 1; i < next; ++i) glyphs[0].box |= glyphs[i].box;
    glyphs[0].text = "-";
    glyphs.erase(glyphs.begin() + 1, glyphs.begin() + static_cast<std::ptrdiff_t>(next));
  }
  if (is_dash(glyphs.back()) && reads_figure(glyphs[glyphs.size() - 2])) glyphs.back().text = "-";
}

bool is_capital(const ReadGlyph& glyph) {
  return glyph.text.size() == 1 && std::isupper(static_cast<unsigned char>(glyph.text[0])) != 0;
}

/// A dash between a letter and a digit of one word is a hyphen: AB-123. After small letters, a long one may
/// be a dash. So is one between digits beside another hyphen, as in dates.
void resolve_hyphens(ReadWord& word, std::span<const std::string> readable) {
  std::vector<ReadGlyph>& glyphs = word.glyphs;
  if (std::ranges::find(readable, "-") == readable.end()) return;
  const bool has_hyphen =
      std::ranges::any_of(glyphs, [](const ReadGlyph& glyph) { return glyph.text == "-"; });
  for (std::size_t i = 1; i + 1 < glyphs.size(); ++i) {
    const ReadGlyph &left = glyphs[i - 1], &right = glyphs[i + 1];
    const bool is_code =
        (is_capital(left) && reads_figure(right)) || (reads_figure(left) && is_capital(right));
    const bool is_word = WordHash::is_letter(left.text) && reads_figure(right);
    const bool is_long = glyphs[i].text == "\u2014" || glyphs[i].text == "~";
    const bool is_date =
        reads_figure(left) && reads_figure(right) && has_hyphen && glyphs[i].text == "\u2013";
    if (is_date) glyphs[i].text = "-";
    if (is_code ? is_dash(glyphs[i]) || is_long : is_word && glyphs[i].text == "\u2013") glyphs[i].text = "-";
  }
}

/// Whether glyphs are digits, points and commas, with two decimals at the end.
bool is_amount(std::span<const ReadGlyph> glyphs) {
  constexpr std::size_t kDecimals = 2;
  const auto is_mark = [](const ReadGlyph& glyph) { return glyph.text == "." || glyph.text == ","; };
  return glyphs.size() > kDecimals + 1 && reads_figure(glyphs[0]) &&
         is_mark(glyphs[glyphs.size() - kDecimals - 1]) &&
         std::ranges::all_of(glyphs.last(kDecimals), reads_figure) &&
         std::ranges::all_of(glyphs,
                             [&](const ReadGlyph& glyph) { return reads_figure(glyph) || is_mark(glyph); });
}

void change_in_doubt(ReadGlyph& glyph, std::string_view sign) {
  glyph.text = sign;
  glyph.confidence = std::min(glyph.confidence, kDoubtedSign);
}

/// A lone "c" after an amount is a euro sign, too, and a "C" after one with a decimal comma.
void resolve_lone_euro(const ReadWord& amount, ReadWord& sign, std::span<const std::string> readable) {
  constexpr std::size_t kDecimals = 2;
  if (sign.glyphs.size() != 1 || !is_amount(amount.glyphs)) return;
  const bool comma = amount.glyphs[amount.glyphs.size() - kDecimals - 1].text == ",";
  const bool is_euro = sign.glyphs[0].text == "c" || (comma && sign.glyphs[0].text == "C");
  if (is_euro && std::ranges::find(readable, "\u20AC") != readable.end())
    change_in_doubt(sign.glyphs[0], "\u20AC");
}

/// A "c" before an amount is a euro sign whose bars are lost; which one is in doubt.
void resolve_euro(ReadWord& word, std::span<const std::string> readable) {
  std::vector<ReadGlyph>& glyphs = word.glyphs;
  if (glyphs.size() < 2 || (glyphs[0].text != "c" && glyphs[0].text != "C")) return;
  if (!is_amount(std::span(std::as_const(glyphs)).subspan(1)) ||
      std::ranges::find(readable, "\u20AC") == readable.end())
    return;
  change_in_doubt(glyphs[0], "\u20AC");
}

/// Yen have no decimals: a point before the last three digits is in doubt, and a comma unless it is clear.
void resolve_yen(ReadWord& word, std::span<const std::string> readable) {
  constexpr std::size_t kGroup = 3;
  constexpr float kSureMark = 0.8F;
  std::vector<ReadGlyph>& glyphs = word.glyphs;
  if (glyphs.size() < kGroup + 3 || glyphs[0].text != "\u00A5") return;
  ReadGlyph& mark = glyphs[glyphs.size() - kGroup - 1];
  if (mark.text != "." || !std::ranges::all_of(std::span(glyphs).last(kGroup), reads_figure) ||
      std::ranges::find(readable, ",") == readable.end())
    return;
  change_in_doubt(mark, mark.confidence < kSureMark ? "," : ".");
}

/// The usual white between the digits of a word, in pixels.
double white_between_figures(std::span<const ReadGlyph> glyphs) {
  std::vector<double> gaps;
  for (std::size_t i = 1; i < glyphs.size(); ++i)
    if (reads_figure(glyphs[i - 1]) && reads_figure(glyphs[i]))
      gaps.push_back(glyphs[i].box.x - right(glyphs[i - 1]));
  return gaps.empty() ? 0 : median(std::move(gaps));
}

/// The glyph that is a euro sign after an amount and clear white; 0 if there is none.
std::size_t parted_euro(const ReadWord& word, double x_height) {
  const std::span<const ReadGlyph> glyphs = word.glyphs;
  for (std::size_t i = 2; i < glyphs.size(); ++i) {
    if (glyphs[i].text != "\u20AC" || !reads_figure(glyphs[i - 1])) continue;
    const double white = glyphs[i].box.x - right(glyphs[i - 1]);
    return white >= white_between_figures(glyphs.first(i)) + kClearSpace * x_height ? i : 0;
  }
  return 0;
}

void part_euros(ReadLine& line) {
  std::vector<ReadWord> words;
  for (ReadWord& word : line.words) {
    const std::size_t euro = parted_euro(word, line.x_height);
    words.push_back(std::move(word));
    if (euro == 0) continue;
    std::vector<ReadGlyph>& glyphs = words.back().glyphs;
    const auto first = glyphs.begin() + static_cast<std::ptrdiff_t>(euro);
    ReadWord sign{{std::make_move_iterator(first), std::make_move_iterator(glyphs.end())}};
    glyphs.erase(first, glyphs.end());
    words.push_back(std::move(sign));
  }
  line.words = std::move(words);
}

/// Joins a degree sign and the scale after it: 25° C is 25°C.
void join_degrees(ReadLine& line) {
  for (std::size_t i = 0; i + 1 < line.words.size(); ++i) {
    std::vector<ReadGlyph>&left = line.words[i].glyphs, &scale = line.words[i + 1].glyphs;
    const bool degrees = left.back().text == "\u00B0" && (scale[0].text == "C" || scale[0].text == "F") &&
                         (scale.size() == 1 || !WordHash::is_letter(scale[1].text));
    if (!degrees || scale[0].box.x - right(left.back()) > kDegreeSpace * line.x_height) continue;
    left.insert(left.end(), std::make_move_iterator(scale.begin()), std::make_move_iterator(scale.end()));
    line.words.erase(line.words.begin() + static_cast<std::ptrdiff_t>(i + 1));
  }
}

}  // namespace

void resolve_degrees(ReadLine& line, std::span<const std::string> readable) {
  constexpr std::array<std::string_view, 8> kRings = {"o", "O", "0", "\"", "\u201C", "\u201D", "*", "\u00B0"};
  constexpr std::string_view kScales = "CFc", kStrokes = "lI|";
  if (std::ranges::find(readable, "\u00B0") == readable.end()) return;
  const LineFrame frame{line.baseline, line.slope, line.x_height};
  for (ReadWord& word : line.words) {
    std::vector<ReadGlyph>& glyphs = word.glyphs;
    for (std::size_t i = 1; i + 1 < glyphs.size(); ++i) {
      ReadGlyph &before = glyphs[i - 1], &scale = glyphs[i + 1];
      const bool stroke =
          i > 1 && before.text.size() == 1 && kStrokes.find(before.text[0]) != std::string_view::npos &&
          (reads_figure(glyphs[i - 2]) || glyphs[i - 2].text == "." || glyphs[i - 2].text == ",");
      const bool last = i + 2 == glyphs.size() || !WordHash::is_letter(glyphs[i + 2].text);
      const bool is_scale = last && scale.text.size() == 1 &&
                            kScales.find(scale.text[0]) != std::string_view::npos &&
                            frame.place(scale.box).top >= kTall;
      if (!is_scale || !(stroke || reads_figure(before)) || std::ranges::count(kRings, glyphs[i].text) == 0 ||
          frame.place(glyphs[i].box).bottom < kRaised)
        continue;
      if (stroke) change_in_doubt(before, "1");
      if (glyphs[i].text != "\u00B0") change_in_doubt(glyphs[i], "\u00B0");
      if (scale.text == "c") scale.text = "C";
    }
  }
}

void resolve_number_signs(ReadLine& line, std::span<const std::string> readable) {
  for (ReadWord& word : line.words) {
    resolve_minus(word, line.x_height, readable);
    resolve_hyphens(word, readable);
    resolve_euro(word, readable);
    resolve_yen(word, readable);
  }
  for (std::size_t i = 1; i < line.words.size(); ++i)
    resolve_lone_euro(line.words[i - 1], line.words[i], readable);
  part_euros(line);
  join_degrees(line);
}

}  // namespace ocelli::internal
