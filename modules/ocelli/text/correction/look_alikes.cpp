#include "ocelli/text/correction/corrections.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "ocelli/core/median.hpp"
#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/correction/place_model.hpp"

namespace ocelli::internal {
namespace {

constexpr std::string_view kTwoForms = "cosvwxz";
constexpr std::string_view kSmall = "aemnrugpqy", kCapitals = "ABDEFGHKLMNRT68", kAscenders = "bdhkl";
constexpr std::size_t kFewSmall = 3, kFewTall = 2;
constexpr double kTallOfSmall = 1.36;
/// A height within this fraction of the way from small to large, or from large to small, is clear.
constexpr double kClear = 0.35;
/// The same of a capital where only ascenders are known, which are taller in many faces, if small letters
/// have even heights: half of them differ by less, in x-heights. Those of typewriters do not.
constexpr double kClearOfSmall = 0.42, kEvenHeights = 0.04;
constexpr double kOnePixel = 1.1;  ///< heights that differ by no more are even, too
/// Minimum difference between large and small letters, in x-heights.
constexpr double kLargeAboveSmall = 0.14;

bool is_one_of(const ReadGlyph& glyph, std::string_view letters) {
  return glyph.text.size() == 1 && letters.find(glyph.text[0]) != std::string_view::npos;
}
bool is_small(const ReadGlyph& glyph) { return std::islower(static_cast<unsigned char>(glyph.text[0])) != 0; }

void change(ReadGlyph& glyph, const std::string& to, std::span<const std::string> readable) {
  if (std::ranges::find(readable, to) != readable.end()) glyph.text = to;
}

/// The heights of small and large letters on a line, in x-heights, and how far from small to large a letter
/// must be to be clearly large.
struct LetterTops {
  double small = 0, tall = 0, clear = 1 - kClear;
};

std::optional<double> median_of_enough(std::vector<double> values, std::size_t min) {
  if (values.size() < min) return std::nullopt;
  return median(std::move(values));
}

/// The difference between the quartiles.
double spread_of(std::vector<double> values) {
  std::ranges::sort(values);
  return values[3 * values.size() / 4] - values[values.size() / 4];
}

double top_of(const ReadGlyph& glyph, const LineFrame& frame) { return frame.place(glyph.box).top; }

std::optional<LetterTops> letter_tops(const ReadLine& line, const LineFrame& frame) {
  std::vector<double> small, capitals, ascenders;
  for (const ReadWord& word : line.words) {
    for (const ReadGlyph& glyph : word.glyphs) {
      if (is_one_of(glyph, kSmall)) small.push_back(top_of(glyph, frame));
      if (is_one_of(glyph, kCapitals)) capitals.push_back(top_of(glyph, frame));
      if (is_one_of(glyph, kAscenders)) ascenders.push_back(top_of(glyph, frame));
    }
  }
  std::optional<double> high = median_of_enough(std::move(capitals), kFewTall);
  const bool of_ascenders = !high && ascenders.size() >= kFewTall;
  if (of_ascenders) high = median(std::move(ascenders));
  std::optional<double> low = median_of_enough(small, kFewSmall);
  if (!low && !high) return std::nullopt;
  const bool small_is_known = low.has_value();
  if (!low) low = *high / kTallOfSmall;
  const bool even =
      small_is_known && spread_of(std::move(small)) <= std::max(kEvenHeights, kOnePixel / frame.x_height);
  const double clear = of_ascenders && even ? kClearOfSmall : 1 - kClear;
  const LetterTops tops{*low, high.value_or(*low * kTallOfSmall), clear};
  if (tops.tall - tops.small < kLargeAboveSmall) return std::nullopt;
  return tops;
}

/// How far the top of a letter is above those of the small letters of its word, in x-heights; nothing with
/// fewer than two of these.
std::optional<double> above_small_letters(const ReadWord& word, std::size_t letter, const LineFrame& frame) {
  constexpr std::size_t kFew = 2;
  std::vector<double> tops;
  for (std::size_t i = 0; i < word.glyphs.size(); ++i) {
    if (i != letter && (is_one_of(word.glyphs[i], kSmall) || is_one_of(word.glyphs[i], kTwoForms)))
      tops.push_back(top_of(word.glyphs[i], frame));
  }
  const std::optional<double> small = median_of_enough(std::move(tops), kFew);
  return small ? std::optional(top_of(word.glyphs[letter], frame) - *small) : std::nullopt;
}

/// Whether a letter is certainly large or small.
struct LetterSize {
  bool large = false, small = false;
};

/// By the line, and where that is unclear, by the word.
LetterSize letter_size(const ReadWord& word, std::size_t letter, const std::optional<LetterTops>& tops,
                       const LineFrame& frame) {
  constexpr double kLarger = 0.22, kEqual = 0.08;
  LetterSize size;
  if (tops && !is_one_of(word.glyphs[letter], "uU")) {
    const double height = (top_of(word.glyphs[letter], frame) - tops->small) / (tops->tall - tops->small);
    const bool is_o = is_one_of(word.glyphs[letter], "oO");  // few words begin with a capital O
    size = {height >= (is_o ? 1 - kClear : tops->clear), height <= kClear};
  }
  if (size.large || size.small) return size;
  const std::optional<double> above = above_small_letters(word, letter, frame);
  return above ? LetterSize{*above >= kLarger, *above <= kEqual} : LetterSize{};
}

/// Small letters belong in a word with other small letters. Large ones belong at its beginning or after large
/// ones.
void resolve_case(ReadWord& word, const std::optional<LetterTops>& tops, const LineFrame& frame,
                  std::span<const std::string> readable) {
  const bool mixed = std::ranges::any_of(word.glyphs, [](const ReadGlyph& glyph) {
    return is_small(glyph) && kTwoForms.find(glyph.text[0]) == std::string_view::npos;
  });
  for (std::size_t i = 0; i < word.glyphs.size(); ++i) {
    ReadGlyph& glyph = word.glyphs[i];
    const auto letter = static_cast<unsigned char>(glyph.text[0]);
    const auto small = static_cast<char>(std::tolower(letter));
    if (glyph.text.size() != 1 || (small != 'u' && kTwoForms.find(small) == std::string_view::npos)) continue;
    const LetterSize size = letter_size(word, i, tops, frame);
    const bool after_small = i > 0 && is_small(word.glyphs[i - 1]);
    if (size.large && !after_small) change(glyph, {static_cast<char>(std::toupper(letter))}, readable);
    if (size.small && mixed && small != 'u') change(glyph, {small}, readable);
  }
}

/// Corrects a zero that is the only digit of a word: "0tto" is Otto, "R0YAL" is ROYAL.
void resolve_zeros(std::span<ReadGlyph> word, std::span<const std::string> readable) {
  constexpr std::ptrdiff_t kFewLetters = 3;
  const auto is_letter = [](const ReadGlyph& glyph) { return WordHash::is_letter(glyph.text); };
  if (std::ranges::count_if(word, is_letter) < kFewLetters) return;
  if (!std::ranges::all_of(word,
                           [&](const ReadGlyph& glyph) { return glyph.text == "0" || is_letter(glyph); }))
    return;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i].text == "0") change(word[i], i > 0 && is_small(word[i - 1]) ? "o" : "O", readable);
  }
}

/// Corrects a zero as tall as the capital before it in short words: "N0." is NO., "C0" is CO.
void resolve_zero_of_short_word(std::span<ReadGlyph> word, bool ends, std::span<const std::string> readable) {
  constexpr double kEqualZero = 0.12;  ///< difference of heights, as a share of them
  if (word.size() != 2 || !ends || !is_one_of(word[0], "CN") || word[1].text != "0") return;
  const double height = word[0].box.height;
  if (std::abs(word[1].box.height - height) <= kEqualZero * height) change(word[1], "O", readable);
}

/// Corrects an "l" or a bar among capitals: "lBAN" is IBAN, "SWlFT" is SWIFT.
void resolve_capital_i(std::span<ReadGlyph> word, std::span<const std::string> readable) {
  constexpr std::ptrdiff_t kFewCapitals = 3;
  const auto is_capital = [](const ReadGlyph& glyph) {
    return glyph.text.size() == 1 && std::isupper(static_cast<unsigned char>(glyph.text[0])) != 0;
  };
  if (std::ranges::count_if(word, is_capital) < kFewCapitals) return;
  if (!std::ranges::all_of(
          word, [&](const ReadGlyph& glyph) { return is_capital(glyph) || is_one_of(glyph, "l|"); }))
    return;
  for (ReadGlyph& glyph : word)
    if (!is_capital(glyph)) change(glyph, "I", readable);
}

bool is_apostrophe(const ReadGlyph& glyph) { return glyph.text == "'" || glyph.text == "\u2019"; }

/// Glyphs first .. last - 1 are letters and digits; the glyphs beside them are neither.
void resolve_figures(std::vector<ReadGlyph>& glyphs, std::size_t first, std::size_t last,
                     std::span<const std::string> readable) {
  const auto begin = glyphs.begin() + static_cast<std::ptrdiff_t>(first),
             end = glyphs.begin() + static_cast<std::ptrdiff_t>(last);
  const bool figures = std::any_of(begin, end, reads_figure);
  const bool at_apostrophe = (first > 0 && is_apostrophe(glyphs[first - 1])) ||
                             (last < glyphs.size() && is_apostrophe(glyphs[last]));
  const bool before_decimals = last + 1 < glyphs.size() && is_one_of(glyphs[last], ".,") &&
                               reads_figure(glyphs[last + 1]) && last == first + 1;
  const bool are_decimals =
      last == first + 2 && first > 1 && is_one_of(glyphs[first - 1], ".,") && reads_figure(glyphs[first - 2]);
  const std::string_view like_figures = are_decimals      ? "lI|Oo"
                                        : figures         ? "lI|O"
                                        : before_decimals ? "lO"
                                                          : "l";
  if ((at_apostrophe && !figures) || !std::all_of(begin, end, [&](const ReadGlyph& glyph) {
        return reads_figure(glyph) || is_one_of(glyph, like_figures);
      })) {
    const bool ends = last == glyphs.size() || is_one_of(glyphs[last], ".:");
    resolve_zero_of_short_word({begin, end}, ends && first == 0, readable);
    resolve_capital_i({begin, end}, readable);
    return resolve_zeros({begin, end}, readable);
  }
  std::for_each(begin, end, [&](ReadGlyph& glyph) {
    if (!reads_figure(glyph)) change(glyph, is_one_of(glyph, "Oo") ? "0" : "1", readable);
  });
}

void resolve_figures(ReadWord& word, std::span<const std::string> readable) {
  std::vector<ReadGlyph>& glyphs = word.glyphs;
  const auto is_part = [](const ReadGlyph& glyph) {
    return WordHash::is_letter(glyph.text) || reads_figure(glyph) || glyph.text == "|";
  };
  for (std::size_t first = 0; first < glyphs.size(); ++first) {
    if (!is_part(glyphs[first])) continue;
    std::size_t last = first;
    while (last < glyphs.size() && is_part(glyphs[last])) ++last;
    resolve_figures(glyphs, first, last, readable);
    first = last;
  }
}

/// Joins "()" as wide as a digit, in a word of digits: "1.()()" is 1.00.
void join_broken_zeros(ReadWord& word, double x_height, std::span<const std::string> readable) {
  constexpr double kWidestFigure = 1.3;
  if (std::ranges::find(readable, "0") == readable.end() || std::ranges::none_of(word.glyphs, reads_figure))
    return;
  std::vector<ReadGlyph> joined;
  for (ReadGlyph& glyph : word.glyphs) {
    const bool closes = glyph.text == ")" && !joined.empty() && joined.back().text == "(";
    if (closes && (joined.back().box | glyph.box).width <= kWidestFigure * x_height) {
      joined.back() = {"0", joined.back().box | glyph.box,
                       std::min(joined.back().confidence, glyph.confidence)};
    } else {
      joined.push_back(std::move(glyph));
    }
  }
  word.glyphs = std::move(joined);
}

/// An "s" before an amount with two decimals is a dollar sign: s2.25.
void resolve_dollar(ReadWord& word, std::span<const std::string> readable) {
  constexpr std::size_t kShortestAmount = 5, kDecimals = 2;
  const std::vector<ReadGlyph>& glyphs = word.glyphs;
  if (glyphs.size() < kShortestAmount || !is_one_of(glyphs[0], "sS")) return;
  const std::span<const ReadGlyph> amount = std::span(glyphs).subspan(1);
  const bool is_amount =
      std::ranges::all_of(
          amount, [](const ReadGlyph& glyph) { return reads_figure(glyph) || is_one_of(glyph, ".,"); }) &&
      is_one_of(amount[amount.size() - kDecimals - 1], ".,") &&
      std::ranges::all_of(amount.last(kDecimals), reads_figure) && reads_figure(amount[0]);
  if (is_amount) change(word.glyphs[0], "$", readable);
}

/// The number of glyphs at i, after a digit, that are parts of a percent sign: "o/o", or "%o", a sign with a
/// separated second ring.
std::size_t parts_of_percent(std::span<const ReadGlyph> glyphs, std::size_t i) {
  if (i + 1 < glyphs.size() && glyphs[i].text == "%" && is_one_of(glyphs[i + 1], "oO")) return 2;
  const bool rings = i + 2 < glyphs.size() && is_one_of(glyphs[i], "oO0") && glyphs[i + 1].text == "/" &&
                     is_one_of(glyphs[i + 2], "oO0");
  return rings && (!reads_figure(glyphs[i]) || !reads_figure(glyphs[i + 2])) ? 3 : 0;
}

/// Joins a broken percent sign: 7.7o/o is 7.7%.
void join_broken_percent(ReadWord& word, double x_height, std::span<const std::string> readable) {
  constexpr double kWidestSign = 2.4;
  std::vector<ReadGlyph>& glyphs = word.glyphs;
  if (std::ranges::find(readable, "%") == readable.end()) return;
  for (std::size_t i = 1; i < glyphs.size(); ++i) {
    const std::size_t parts = reads_figure(glyphs[i - 1]) ? parts_of_percent(glyphs, i) : 0;
    if (parts == 0) continue;
    ReadGlyph sign{"%", {}, 1};
    for (const ReadGlyph& part : std::span(glyphs).subspan(i, parts)) {
      sign.box |= part.box;
      sign.confidence = std::min(sign.confidence, part.confidence);
    }
    if (sign.box.width > kWidestSign * x_height) continue;
    const auto first = glyphs.begin() + static_cast<std::ptrdiff_t>(i);
    *first = std::move(sign);
    glyphs.erase(first + 1, first + static_cast<std::ptrdiff_t>(parts));
  }
}

/// The marks of a run such as "12.345.67": one to three digits, groups of three, one or two digits at the
/// end, and the same mark between all of them.
std::vector<std::size_t> marks_of_groups(std::span<const ReadGlyph> run) {
  constexpr std::size_t kGroup = 3;
  std::vector<std::size_t> marks;
  std::size_t figures = 0;
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (reads_figure(run[i])) {
      ++figures;
      continue;
    }
    const bool is_group = marks.empty() ? figures > 0 && figures <= kGroup : figures == kGroup;
    if (!is_group || run[i].text != run[marks.empty() ? i : marks[0]].text) return {};
    marks.push_back(i);
    figures = 0;
  }
  if (marks.size() < 2 || figures == 0 || figures >= kGroup) return {};
  return marks;
}

/// How far a mark reaches: its height and its depth below the baseline, in pixels.
double reach_of(const ReadGlyph& mark, const LineFrame& frame) {
  return mark.box.height - frame.place(mark.box).bottom * frame.x_height;
}

/// Which of two equal marks of a number is wrong: commas reach farther than points. If both reach as far, the
/// less confident one.
ReadGlyph& wrong_mark(ReadGlyph& first, ReadGlyph& second, const LineFrame& frame) {
  constexpr double kFarther = 0.9;  ///< pixels
  const double farther = reach_of(first, frame) - reach_of(second, frame);
  if (std::abs(farther) < kFarther) return first.confidence < second.confidence ? first : second;
  return (farther > 0) == (first.text == ".") ? first : second;
}

/// Thousands and decimals have different marks. Of more than two equal marks, changes the last.
void resolve_marks(ReadWord& word, const LineFrame& frame, std::span<const std::string> readable) {
  std::vector<ReadGlyph>& glyphs = word.glyphs;
  const auto is_part = [](const ReadGlyph& glyph) { return reads_figure(glyph) || is_one_of(glyph, ".,"); };
  for (std::size_t first = 0; first < glyphs.size(); ++first) {
    if (!reads_figure(glyphs[first])) continue;
    std::size_t last = first;
    while (last < glyphs.size() && is_part(glyphs[last])) ++last;
    std::size_t end = last;
    while (!reads_figure(glyphs[end - 1])) --end;  // a period after the number
    const std::vector<std::size_t> marks = marks_of_groups(std::span(glyphs).subspan(first, end - first));
    if (!marks.empty()) {
      ReadGlyph &thousands = glyphs[first + marks[0]], &decimals = glyphs[first + marks.back()];
      ReadGlyph& wrong = marks.size() == 2 ? wrong_mark(thousands, decimals, frame) : decimals;
      change(wrong, wrong.text == "." ? "," : ".", readable);
    }
    first = last;
  }
}

/// The letter with a caron that is printed as an apostrophe beside it; empty if there is none.
std::string_view with_caron(std::string_view letter) {
  if (letter == "d") return "\u010F";
  if (letter == "t") return "\u0165";
  if (letter == "l") return "\u013E";
  return letter == "L" ? "\u013D" : "";
}

/// Joins a letter and the caron beside it in languages that have such letters, which have no apostrophe.
void join_carons(ReadWord& word, std::span<const std::string> readable) {
  std::vector<ReadGlyph>& glyphs = word.glyphs;
  for (std::size_t i = 0; i + 1 < glyphs.size(); ++i) {
    const std::string_view letter = with_caron(glyphs[i].text);
    if (letter.empty() || !is_apostrophe(glyphs[i + 1]) ||
        std::ranges::find(readable, letter) == readable.end())
      continue;
    glyphs[i].text = letter;
    glyphs[i].box |= glyphs[i + 1].box;
    glyphs.erase(glyphs.begin() + static_cast<std::ptrdiff_t>(i + 1));
  }
}

/// The double mark of two single ones; empty if there is none.
std::string_view double_mark(std::string_view single) {
  if (single == "'") return "\"";
  if (single == "\u2018" || single == "`") return "\u201C";
  if (single == "\u2019") return "\u201D";
  if (single == ",") return "\u201E";
  return {};
}

void join_apostrophes(ReadWord& word, std::span<const std::string> readable) {
  std::vector<ReadGlyph> joined;
  for (const ReadGlyph& glyph : word.glyphs) {
    const std::string_view twice = double_mark(glyph.text);
    const bool again = !joined.empty() && joined.back().text == glyph.text && !twice.empty();
    if (again && std::ranges::find(readable, twice) != readable.end()) {
      joined.back().text = twice;
      joined.back().box |= glyph.box;
    } else {
      joined.push_back(glyph);
    }
  }
  word.glyphs = std::move(joined);
}

/// Joins a comma or a point and the dot above it, which stands apart in slanted or broken type: ";" and ":".
void join_dotted_marks(ReadWord& word, double x_height, std::span<const std::string> readable) {
  constexpr double kAside = 0.25;
  std::vector<ReadGlyph>& glyphs = word.glyphs;
  for (std::size_t i = 0; i + 1 < glyphs.size(); ++i) {
    if (!is_one_of(glyphs[i], ".,") || glyphs[i + 1].text != "\u00B7") continue;
    const std::string joined = glyphs[i].text == "," ? ";" : ":";
    const cv::Rect &mark = glyphs[i].box, &dot = glyphs[i + 1].box;
    if (dot.y + dot.height > mark.y || dot.x - mark.x - mark.width > kAside * x_height ||
        std::ranges::find(readable, joined) == readable.end())
      continue;
    glyphs[i] = {joined, mark | dot, std::min(glyphs[i].confidence, glyphs[i + 1].confidence)};
    glyphs.erase(glyphs.begin() + static_cast<std::ptrdiff_t>(i + 1));
  }
}

}  // namespace

void resolve_look_alikes(ReadLine& line, std::span<const std::string> readable) {
  const LineFrame frame{line.baseline, line.slope, line.x_height};
  const std::optional<LetterTops> tops = letter_tops(line, frame);
  for (ReadWord& word : line.words) resolve_case(word, tops, frame, readable);
  for (ReadWord& word : line.words) {
    resolve_dollar(word, readable);
    join_broken_percent(word, line.x_height, readable);
    join_carons(word, readable);
    resolve_figures(word, readable);
    join_broken_zeros(word, line.x_height, readable);
    resolve_marks(word, frame, readable);
    join_apostrophes(word, readable);
    join_dotted_marks(word, line.x_height, readable);
  }
}

}  // namespace ocelli::internal
