#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ocelli::internal {

/// How two texts are compared. Texts are UTF-8; an invalid byte counts as U+FFFD.
///
/// In every case, texts are in Unicode normal form KC, every run of white space becomes one space, and spaces
/// at the ends are removed.
struct TextRule {
  bool keep_signs = false;  ///< fractions, superscript digits, \u2116 and \u2122 stay one character each
  bool fold_case = false;   ///< ignore case
  /// Map quotation marks, dashes, hyphens at line ends (U+00AC) and fraction slashes to ASCII. The
  /// comparisons below also do so with a truth in ASCII, which cannot tell what the page has.
  bool fold_marks = false;
};

/// The text normalized for comparison, in code points.
std::u32string comparable_text(std::string_view text, TextRule rule);

/// Code points as UTF-8.
std::string utf8_of(std::u32string_view characters);

/// The edits that turn the recognized text into the truth: substitutions, insertions and deletions. They add
/// up over pages.
struct TextErrors {
  std::size_t edits = 0;
  std::size_t length = 0;  ///< of the truth, in characters or words

  /// Edits divided by length; 0 for an empty truth; may be above 1.
  double rate() const;
  TextErrors& operator+=(const TextErrors& other);
  friend bool operator==(const TextErrors&, const TextErrors&) = default;
};

/// The Levenshtein distance in characters (code points). Cost like edit_distance().
TextErrors character_errors(std::string_view truth, std::string_view read, TextRule rule = {});

/// The same in words, separated by spaces.
TextErrors word_errors(std::string_view truth, std::string_view read, TextRule rule = {});

/// Words of the truth that were not read anywhere, in any order. A word that occurs n times must be read n
/// times. Here `edits` is the number of missed words. This separates recognition errors from errors in the
/// reading order.
TextErrors words_missed(std::string_view truth, std::string_view read, TextRule rule = {});

/// Whether each recognized word is right: it is aligned in the truth's order with the fewest edits, or it
/// equals a leftover word of the truth anywhere else (as in columns read in another order).
std::vector<bool> words_right(std::string_view truth, std::span<const std::string> read, TextRule rule = {});

/// A character of the truth and what was read for it; empty on one side for an insertion or deletion.
struct TextConfusion {
  std::string truth, read;
  std::size_t count = 0;
  friend bool operator==(const TextConfusion&, const TextConfusion&) = default;
};

/// Counts of confusions over any number of texts, from an alignment with the fewest edits.
class TextConfusions {
 public:
  void add(std::string_view truth, std::string_view read, TextRule rule = {});
  /// Most frequent first; ties by truth, then by what was read.
  std::vector<TextConfusion> list() const;

 private:
  std::map<std::pair<std::string, std::string>, std::size_t> counts_;
};

}  // namespace ocelli::internal
