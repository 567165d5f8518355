#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ocelli {

/// What two texts are compared by. Texts are UTF-8; a byte that does not belong counts as U+FFFD.
///
/// Always: Unicode normal form KC, every run of white space one space, none at the ends.
struct TextRule {
  bool fold_case = false;  ///< capitals and small letters are the same
};

/// The text as it is compared, in code points.
std::u32string comparable_text(std::string_view text, TextRule rule);

/// Code points as UTF-8.
std::string utf8_of(std::u32string_view characters);

/// Edits that make what was read the truth: substitutions, insertions and deletions. Sums over pages by adding.
struct TextErrors {
  std::size_t edits = 0;
  std::size_t length = 0;  ///< of the truth, in characters or words

  /// Edits over length, 0 of nothing; may be above 1.
  double rate() const;
  TextErrors& operator+=(const TextErrors& other);
  friend bool operator==(const TextErrors&, const TextErrors&) = default;
};

/// The Levenshtein distance in characters (code points). Cost as edit_distance().
TextErrors character_errors(std::string_view truth, std::string_view read, TextRule rule = {});

/// The same in words: what stands between spaces.
TextErrors word_errors(std::string_view truth, std::string_view read, TextRule rule = {});

/// Words of the truth that were not read anywhere, whatever the order; a word there n times must be read n times.
/// Here `edits` are the words missed. Tells bad reading from bad reading order.
TextErrors words_missed(std::string_view truth, std::string_view read, TextRule rule = {});

/// A character of the truth and what was read for it; nothing on one side is an empty text.
struct TextConfusion {
  std::string truth, read;
  std::size_t count = 0;
  friend bool operator==(const TextConfusion&, const TextConfusion&) = default;
};

/// What is taken for what over any number of texts, from an alignment with the fewest edits.
class TextConfusions {
 public:
  void add(std::string_view truth, std::string_view read, TextRule rule = {});
  /// The most frequent first, then by truth, then by what was read.
  std::vector<TextConfusion> list() const;

 private:
  std::map<std::pair<std::string, std::string>, std::size_t> counts_;
};

}  // namespace ocelli
