#include "ocelli/text/correction/corrections.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ocelli::internal {
namespace {

constexpr std::size_t kShortest = 3;       // minimum letters of an unlisted word to correct
constexpr std::size_t kShortestKnown = 4;  // minimum letters of the corrected word
constexpr std::size_t kLongest = 64;       // longer ones are rows of strokes, not words

/// A text as read, and what the page may have contained instead.
struct Likeness {
  std::string_view read;
  std::vector<std::string_view> meant;
};

const std::vector<Likeness>& likenesses() {
  static const std::vector<Likeness> all = {
      {"m", {"rm", "rn", "um", "ym", "nm", "mm", "un", "rp", "in", "ni", "nn", "ro", "ra", "ta"}},
      {"t", {"ti", "tt", "ft"}},
      {"n", {"nt", "ri", "u", "h", "rt"}},
      {"c", {"ct", "e", "o"}},
      {"e", {"c", "o"}},
      {"o", {"c", "e"}},
      {"w", {"wi", "vi", "vv"}},
      {"l", {"i", "I", "t", "ll"}},
      {"i", {"l", "t", "j", "li"}},
      {"v", {"y"}},
      {"h", {"li", "b", "lt"}},
      {"b", {"h"}},
      {"u", {"ti", "ll", "n", "li", "ur"}},
      {"d", {"cl"}},
      {"p", {"ry", "rp"}},
      {"f", {"fi", "ff", "fl"}},
      {"rn", {"m"}},
      {"ni", {"m"}},
      {"in", {"m"}},
      {"cl", {"d"}},
      {"li", {"h"}},
      {"vv", {"w"}},
      {"ri", {"n"}},
      {"ii", {"u", "n"}},
      {"lj", {"bj"}},
      {"ln", {"m"}},
      {"Al", {"M"}},
  };
  return all;
}

/// Replaces the text of glyphs first .. first + count - 1 with `text`.
struct Change {
  std::size_t first = 0, count = 0;
  std::string_view text;
  float log_probability = 0;
};

bool is_letters(const ReadGlyph& glyph) {
  for (std::string_view rest = glyph.text; !rest.empty(); rest.remove_prefix(first_character(rest).size()))
    if (!WordHash::is_letter(rest)) return false;
  return true;
}

/// The letters of a word on a line, without surrounding marks, and those on the neighboring lines.
class DoubtedWord {
 public:
  DoubtedWord(std::span<const ReadGlyph> glyphs, double x_height, const LanguageModel& language,
              const DividedWords& divided)
      : glyphs_(glyphs), x_height_(x_height), language_(language), divided_(divided) {}

  bool is_doubted() const {
    const std::string word = with({});
    return glyphs_.size() <= kLongest && word.size() >= kShortest && !language_.knows_word(word);
  }

  std::optional<Change> best(std::span<const std::string> readable, const InkJudge& may_be) const {
    std::optional<Change> best;
    float best_so_far = likelihood(with({}));
    for (std::size_t first = 0; first < glyphs_.size(); ++first) {
      for (const Likeness& likeness : likenesses()) {
        const std::size_t count = likeness.read.size();
        if (!reads(first, likeness.read)) continue;
        for (const std::string_view meant : likeness.meant) {
          Change change{first, count, meant, 0};
          const std::string word = with(change);
          if (word.size() < kShortestKnown || !language_.knows_word(word) || !is_readable(meant, readable))
            continue;
          change.log_probability = likelihood(word);
          if (change.log_probability < best_so_far) continue;
          if (!is_ligature(change) && !may_be(box(change), likeness.read, meant)) continue;
          best_so_far = change.log_probability;
          best = change;
        }
      }
    }
    return best;
  }

 private:
  bool reads(std::size_t first, std::string_view text) const {
    if (first + text.size() > glyphs_.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (glyphs_[first + i].text != text.substr(i, 1)) return false;
    }
    return true;
  }

  std::string with(const Change& change) const {
    std::string word = divided_.before;
    for (std::size_t i = 0; i < glyphs_.size(); ++i) {
      if (change.count > 0 && i == change.first) word += change.text;
      if (i < change.first || i >= change.first + change.count) word += glyphs_[i].text;
    }
    return word + divided_.after;
  }

  cv::Rect box(const Change& change) const {
    cv::Rect around;
    for (const ReadGlyph& glyph : glyphs_.subspan(change.first, change.count)) around |= glyph.box;
    return around;
  }

  /// Whether an "f" is as wide as a ligature of two.
  bool is_ligature(const Change& change) const {
    constexpr double kWidth = 0.95;  ///< in x-heights
    return change.count == 1 && glyphs_[change.first].text == "f" && change.text == "ff" &&
           glyphs_[change.first].box.width >= kWidth * x_height_;
  }

  static bool is_readable(std::string_view text, std::span<const std::string> readable) {
    return std::ranges::all_of(text, [&](char letter) {
      return std::ranges::find(readable, std::string(1, letter)) != readable.end();
    });
  }

  float likelihood(const std::string& word) const {
    return language_.log_probability(LanguageModel::after(LanguageModel::line_start(), " "), word + " ");
  }

  std::span<const ReadGlyph> glyphs_;
  double x_height_;
  const LanguageModel& language_;
  const DividedWords& divided_;
};

void apply(const Change& change, std::size_t offset, std::vector<ReadGlyph>& glyphs) {
  const auto first = glyphs.begin() + static_cast<std::ptrdiff_t>(offset + change.first);
  first->text = change.text;
  for (std::size_t i = 1; i < change.count; ++i) first->box |= (first + static_cast<std::ptrdiff_t>(i))->box;
  glyphs.erase(first + 1, first + static_cast<std::ptrdiff_t>(change.count));
}

/// The runs of letters of a word, from left to right, as first and one past the last glyph.
std::vector<std::pair<std::size_t, std::size_t>> letter_runs(std::span<const ReadGlyph> glyphs) {
  std::vector<std::pair<std::size_t, std::size_t>> runs;
  for (std::size_t first = 0; first < glyphs.size(); ++first) {
    if (!is_letters(glyphs[first])) continue;
    std::size_t last = first;
    while (last < glyphs.size() && is_letters(glyphs[last])) ++last;
    runs.emplace_back(first, last);
    first = last;
  }
  return runs;
}

std::string letters_of(std::span<const ReadGlyph> glyphs) {
  std::string letters;
  for (const ReadGlyph& glyph : glyphs) letters += glyph.text;
  return letters;
}

/// The letters before a hyphen at the end of a line.
std::string divided_at_end(const ReadLine& line) {
  if (line.words.empty() || line.words.back().glyphs.back().text != "-") return {};
  const std::span<const ReadGlyph> glyphs = line.words.back().glyphs;
  const auto runs = letter_runs(glyphs);
  if (runs.empty() || runs.back().second + 1 != glyphs.size()) return {};
  return letters_of(glyphs.subspan(runs.back().first, runs.back().second - runs.back().first));
}

/// The letters that a line starts with.
std::string letters_at_start(const ReadLine& line) {
  if (line.words.empty()) return {};
  const std::span<const ReadGlyph> glyphs = line.words.front().glyphs;
  const auto runs = letter_runs(glyphs);
  if (runs.empty() || runs.front().first != 0) return {};
  return letters_of(glyphs.first(runs.front().second));
}

}  // namespace

std::vector<DividedWords> divided_words(std::span<const ReadLine> lines,
                                        std::span<const std::size_t> blocks) {
  std::vector<DividedWords> divided(lines.size());
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (blocks[i] != blocks[i + 1]) continue;
    std::string start = divided_at_end(lines[i]), end = letters_at_start(lines[i + 1]);
    if (start.empty() || end.empty()) continue;
    divided[i].after = std::move(end);
    divided[i + 1].before = std::move(start);
  }
  return divided;
}

void mend_doubted_words(ReadLine& line, const LanguageModel& language, std::span<const std::string> readable,
                        const DividedWords& divided, const InkJudge& may_be) {
  for (std::size_t word = 0; word < line.words.size(); ++word) {
    std::vector<ReadGlyph>& glyphs = line.words[word].glyphs;
    const auto runs = letter_runs(glyphs);
    // From right to left, so that a change moves no run that is still to come.
    for (std::size_t run = runs.size(); run-- > 0;) {
      const auto [first, last] = runs[run];
      DividedWords parts;
      if (word == 0 && run == 0) parts.before = divided.before;
      if (word + 1 == line.words.size() && run + 1 == runs.size()) parts.after = divided.after;
      const std::span<const ReadGlyph> letters(&glyphs[first], last - first);
      const DoubtedWord doubted(letters, line.x_height, language, parts);
      if (!doubted.is_doubted()) continue;
      if (const std::optional<Change> change = doubted.best(readable, may_be)) apply(*change, first, glyphs);
    }
  }
}

}  // namespace ocelli::internal
