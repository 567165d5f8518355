#include "ocelli/text/correction/corrections.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
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
      {"m", {"rm", "rn", "um", "ym", "nm", "mm", "un", "rp", "in", "ni", "nn"}},
      {"t", {"ti", "tt", "ft"}},
      {"n", {"nt", "ri", "u", "h", "rt"}},
      {"c", {"ct", "e", "o"}},
      {"e", {"c", "o"}},
      {"o", {"c", "e"}},
      {"w", {"wi", "vi", "vv"}},
      {"l", {"i", "I", "t", "ll"}},
      {"i", {"l", "t", "j", "li"}},
      {"v", {"y"}},
      {"h", {"li", "b"}},
      {"b", {"h"}},
      {"u", {"ti", "ll", "n", "li"}},
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

bool is_letters(const ReadGlyph& glyph) { return std::ranges::all_of(glyph.text, WordHash::is_letter); }

/// The letters of a word, without surrounding marks.
class DoubtedWord {
 public:
  DoubtedWord(std::span<const ReadGlyph> glyphs, const LanguageModel& language)
      : glyphs_(glyphs), language_(language) {}

  bool is_doubted() const {
    const std::string word = with({});
    return glyphs_.size() <= kLongest && word.size() >= kShortest && !language_.knows_word(word);
  }

  std::optional<Change> best(std::span<const std::string> readable) const {
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
    std::string word;
    for (std::size_t i = 0; i < glyphs_.size(); ++i) {
      if (change.count > 0 && i == change.first) word += change.text;
      if (i < change.first || i >= change.first + change.count) word += glyphs_[i].text;
    }
    return word;
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
  const LanguageModel& language_;
};

void apply(const Change& change, std::size_t offset, std::vector<ReadGlyph>& glyphs) {
  const auto first = glyphs.begin() + static_cast<std::ptrdiff_t>(offset + change.first);
  first->text = change.text;
  for (std::size_t i = 1; i < change.count; ++i) first->box |= (first + static_cast<std::ptrdiff_t>(i))->box;
  glyphs.erase(first + 1, first + static_cast<std::ptrdiff_t>(change.count));
}

void mend(std::vector<ReadGlyph>& glyphs, const LanguageModel& language,
          std::span<const std::string> readable) {
  for (std::size_t first = 0; first < glyphs.size(); ++first) {
    if (!is_letters(glyphs[first])) continue;
    std::size_t last = first;
    while (last < glyphs.size() && is_letters(glyphs[last])) ++last;
    const std::span<const ReadGlyph> letters(&glyphs[first], last - first);
    const DoubtedWord word(letters, language);
    if (word.is_doubted()) {
      if (const std::optional<Change> change = word.best(readable)) {
        apply(*change, first, glyphs);
        last -= change->count - 1;
      }
    }
    first = last;
  }
}

}  // namespace

void mend_doubted_words(ReadLine& line, const LanguageModel& language,
                        std::span<const std::string> readable) {
  for (ReadWord& word : line.words) mend(word.glyphs, language, readable);
}

}  // namespace ocelli::internal
