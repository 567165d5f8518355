#include "ocelli/text/layout/noise.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace ocelli::internal {
namespace {

constexpr float kSure = 0.8F;  ///< confidence of a glyph that distinguishes a line of two glyphs from dirt
constexpr float kLikeText = 0.45F;      ///< mean confidence of a longer line of text
constexpr float kLikePage = 0.9F;       ///< the same relative to the square of the page's typical confidence
constexpr float kLikeCaption = 0.6F;    ///< mean confidence of a line of text amid grain
constexpr float kReadable = 0.4F;       ///< typical of the hardest pages of text; grain has less
constexpr float kIllegible = 0.35F;     ///< below this, short listed words are chance
constexpr float kIllegibleLine = 0.2F;  ///< the same for a single line
constexpr double kFewKnown = 0.2;       ///< maximum share of letters in known words for grain
constexpr std::size_t kShortestListedWord = 3;  ///< in letters
constexpr std::size_t kShortestNumber = 3;      ///< in digits
constexpr std::string_view kMarksInNumbers = ".,/";
constexpr std::size_t kLong = 8;   ///< minimum glyphs of a line that determines the typical confidence
constexpr std::size_t kShort = 2;  ///< maximum glyphs of a line that needs a telling one
/// Maximum glyphs of a line that needs a telling glyph, a digit, or only confident ones.
constexpr std::size_t kFew = 4;
/// Number of glyphs from which on one letter, or marks, may dominate only in dot screens.
constexpr std::size_t kScreen = 100;

bool is_bar(const ReadGlyph& glyph) { return glyph.text == "|" || glyph.text == "l" || glyph.text == "!"; }

bool is_bars(const ReadWord& word) {
  return std::ranges::all_of(word.glyphs, is_bar) && (word.glyphs.size() == 1 || word.glyphs[0].text == "|");
}

/// Whether a word is a "1" beside a digit: a stroke as tall as that, on the same line.
bool is_one(const ReadWord& word, const ReadGlyph& beside, double x_height) {
  constexpr double kFarthestOne = 1.5, kEqualHeight = 0.12;  ///< in x-heights
  if (word.glyphs.size() != 1 || word.glyphs[0].text != "l" || !reads_figure(beside)) return false;
  const cv::Rect &stroke = word.glyphs[0].box, &figure = beside.box;
  const int gap = std::max(stroke.x, figure.x) - std::min(stroke.br().x, figure.br().x);
  const double slack = std::max(1.0, kEqualHeight * x_height);
  return gap <= kFarthestOne * x_height && std::abs(stroke.y - figure.y) <= slack &&
         std::abs(stroke.br().y - figure.br().y) <= slack;
}

/// Letters and digits that do not resemble a stroke, a dot or a scratch.
bool is_telling(const ReadGlyph& glyph) {
  constexpr std::string_view kStrokes = "lIitfrjJ";
  const char first = glyph.text[0];
  const bool beyond_ascii = static_cast<unsigned char>(first) >= 0x80;
  return glyph.confidence >= kSure && ((beyond_ascii && WordHash::is_letter(glyph.text)) ||
                                       (std::isalnum(static_cast<unsigned char>(first)) != 0 &&
                                        kStrokes.find(first) == std::string_view::npos));
}

/// Whether a line consists of rings, as maps and drawings have.
bool is_rings(const ReadLine& line) {
  return std::ranges::all_of(line.words, [](const ReadWord& word) {
    return std::ranges::all_of(word.glyphs,
                               [](const ReadGlyph& glyph) { return glyph.text == "o" || glyph.text == "O"; });
  });
}

/// Counts of each letter and mark read. Digits are excluded: they also repeat in tables.
using Repeats = std::map<std::string, std::size_t>;

void count_repeats(const ReadLine& line, Repeats& repeats) {
  for (const ReadWord& word : line.words) {
    for (const ReadGlyph& glyph : word.glyphs) {
      if (!reads_figure(glyph)) ++repeats[glyph.text];
    }
  }
}

/// The counts of the two most frequent letters or marks.
std::pair<std::size_t, std::size_t> two_most(const Repeats& repeats) {
  std::size_t max = 0, next = 0;
  for (const auto& [glyph, times] : repeats) {
    next = std::max(next, std::min(max, times));
    max = std::max(max, times);
  }
  return {max, next};
}

/// Whether glyphs are rows of dots: more than half of many glyphs are one letter or mark, or more than three
/// quarters are marks.
bool is_screen(const Repeats& repeats, std::size_t count) {
  std::size_t marks = 0;
  for (const auto& [glyph, times] : repeats)
    if (std::ispunct(static_cast<unsigned char>(glyph[0])) != 0) marks += times;
  return count >= kScreen && (2 * two_most(repeats).first > count || 4 * marks > 3 * count);
}

/// Nearly identical dots are read as two letters or marks.
bool is_mostly_two(const ReadLine& line, std::size_t count) {
  Repeats repeats;
  count_repeats(line, repeats);
  const auto [max, next] = two_most(repeats);
  return 2 * (max + next) > count;
}

/// Glyph counts of a line.
struct Glyphs {
  std::size_t count = 0, telling = 0, figures = 0;
  float confidence = 0;

  float mean() const { return confidence / static_cast<float>(count); }
};

Glyphs glyphs_of(const ReadLine& line) {
  Glyphs all;
  for (const ReadWord& word : line.words) {
    for (const ReadGlyph& glyph : word.glyphs) {
      ++all.count;
      all.telling += is_telling(glyph);
      all.figures += reads_figure(glyph);
      all.confidence += glyph.confidence;
    }
  }
  return all;
}

/// Whether the last word is a separate "!", as in French: on the baseline, as tall as a capital, and not far
/// from the text.
bool ends_with_exclamation(const ReadLine& line) {
  constexpr double kOffBaseline = 0.25, kLowestTop = 1.1, kHighestTop = 1.9,
                   kLargestSpace = 2.5;  // x-heights
  if (line.words.size() < 2 || line.words.back().text() != "!") return false;
  const cv::Rect box = line.words.back().box(), before = line.words[line.words.size() - 2].box();
  const double baseline = line.baseline + line.slope * (box.x + box.width / 2.0);
  const double foot = (baseline - box.y - box.height) / line.x_height,
               top = (baseline - box.y) / line.x_height;
  return std::abs(foot) <= kOffBaseline && top >= kLowestTop && top <= kHighestTop &&
         box.x - before.x - before.width <= kLargestSpace * line.x_height;
}

/// Whether a word is an amount, a date or a rate: three or more digits, not all the same, separated by single
/// marks.
bool is_written_number(std::string_view word) {
  if (word.starts_with('$')) word.remove_prefix(1);
  if (word.ends_with('%')) word.remove_suffix(1);
  std::size_t figures = 0;
  bool differ = false, after_figure = false;
  for (const char c : word) {
    const bool is_mark = after_figure && kMarksInNumbers.find(c) != std::string_view::npos;
    if (!is_figure(c) && !is_mark) return false;
    after_figure = is_figure(c);
    figures += after_figure;
    differ = differ || (after_figure && c != word.front());
  }
  return after_figure && figures >= kShortestNumber && figures < word.size() && differ;
}

/// The number of letters in words that the language model lists, and of digits in written numbers.
std::size_t letters_of_known_words(const ReadLine& line, const LanguageModel& language) {
  std::size_t known = 0;
  for (const ReadWord& word : line.words) {
    if (is_written_number(word.text())) known += word.glyphs.size();
  }
  for_each_word(line.text(), [&](const WordHash& word) {
    if (word.letters() >= kShortestListedWord && language.knows_word(word.value())) known += word.letters();
  });
  return known;
}

}  // namespace

void trim_bars(ReadLine& line) {
  std::vector<ReadWord>& words = line.words;
  const std::size_t count = words.size();
  const auto ends_with_one = [&] {
    return words.size() > 1 && is_one(words.back(), words[words.size() - 2].glyphs.back(), line.x_height);
  };
  while (!words.empty() && is_bars(words.back()) && !ends_with_exclamation(line) && !ends_with_one())
    words.pop_back();
  std::size_t bars = 0;
  while (bars < words.size() && is_bars(words[bars])) ++bars;
  const bool begins_with_one =
      bars > 0 && bars < words.size() && is_one(words[bars - 1], words[bars].glyphs.front(), line.x_height);
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(begins_with_one ? bars - 1 : bars));
  if (words.empty() || words.size() == count) return;
  const cv::Rect ink = words.front().box() | words.back().box();
  line.box.x = ink.x;
  line.box.width = ink.width;
}

std::optional<float> typical_confidence(std::span<const ReadLine> lines, const LanguageModel& language) {
  std::vector<float> confidences;
  std::size_t count = 0, known = 0;
  Repeats repeats;
  for (const ReadLine& line : lines) {
    count_repeats(line, repeats);
    const Glyphs glyphs = glyphs_of(line);
    count += glyphs.count;
    known += letters_of_known_words(line, language);
    if (glyphs.count >= kLong) confidences.push_back(glyphs.mean());
  }
  if (confidences.empty()) return 1;
  const auto upper = confidences.begin() + static_cast<std::ptrdiff_t>(confidences.size() * 3 / 4);
  std::ranges::nth_element(confidences, upper);
  const bool few_known = static_cast<double>(known) < kFewKnown * static_cast<double>(count);
  if (*upper < kIllegible || ((*upper < kReadable || is_screen(repeats, count)) && few_known))
    return std::nullopt;
  return *upper;
}

bool is_noise(const ReadLine& line, std::optional<float> typical, const LanguageModel& language) {
  const Glyphs glyphs = glyphs_of(line);
  const bool is_amid_noise = !typical;
  if (is_amid_noise &&
      (glyphs.count < kLong || glyphs.mean() < kLikeCaption || is_mostly_two(line, glyphs.count)))
    return true;
  if (glyphs.count <= kShort) return glyphs.telling == 0 || is_rings(line);
  if (glyphs.mean() < kIllegibleLine) return true;
  if (2 * letters_of_known_words(line, language) >= glyphs.count) return false;
  if (glyphs.count <= kFew && glyphs.telling + glyphs.figures == 0 && glyphs.mean() < kSure) return true;
  return glyphs.mean() < std::min(kLikeText, kLikePage * typical.value_or(1) * typical.value_or(1));
}

}  // namespace ocelli::internal
