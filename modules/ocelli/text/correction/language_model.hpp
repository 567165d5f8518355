#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

struct LanguageOptions {
  std::size_t ngrams = 400'000;    ///< maximum number of sequences kept, the most frequent ones
  std::size_t min_word_count = 3;  ///< words that occur less often are not in the word list
  /// One line in this many is also learned in capitals. Empty: none.
  std::optional<std::size_t> capitals = 6;

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("ngrams", self.ngrams,
          "maximum number of letter sequences in the language model (the most frequent)",
          option::from(1).fixed());
    visit("min-word-count", self.min_word_count, "minimum number of occurrences of a word for the word list",
          option::from(1).fixed());
    visit("capitals", self.capitals, "one line in this many is also learned in capitals",
          option::from(1).or_none(0).fixed());
  }
};

/// A language model: sequences of up to kOrder bytes of UTF-8, and a list of words.
///
/// The probability of a byte after a context is that of the longest known sequence. For an unknown sequence
/// it is the probability after the shorter context, times the context's back-off weight (Witten and Bell
/// 1991, interpolated). Logarithms are quantized in steps of 1/kLogScale.
///
/// The table is a hash table without chains, 4 bytes per entry. Part of a sequence's hash is its position,
/// and another 16 bits are stored, so about one look-up in ten thousand collides, which changes a score
/// slightly. Immutable and thread-safe.
class LanguageModel {
 public:
  static constexpr std::size_t kOrder = 6;
  static constexpr float kLogScale = 16;

  /// The last kOrder - 1 bytes, the newest in the lowest bits.
  using Context = std::uint64_t;

  /// An entry of the table; hash 0 marks an empty one.
  struct Entry {
    std::uint16_t hash = 0;
    std::uint8_t cost = 0;    ///< -log of the probability of the last byte after the others, in steps
    std::uint8_t unseen = 0;  ///< -log of the back-off weight of the sequence as a context

    friend bool operator==(const Entry&, const Entry&) = default;
  };

  /// An empty model: every byte is equally likely.
  LanguageModel() = default;

  /// Throws  Error(Kind::model) unless the table's size is 0 or a power of two with at least one empty entry,
  /// and the words are sorted without duplicates.
  LanguageModel(std::vector<Entry> table, std::vector<std::uint32_t> words);

  const std::vector<Entry>& table() const { return table_; }
  const std::vector<std::uint32_t>& words() const { return words_; }

  /// The context at the beginning of a line.
  static Context line_start() { return static_cast<Context>('\n'); }
  static Context after(Context context, std::string_view text);

  /// Returns the log probability of `text` after `context`.
  /// Cost  at most kOrder look-ups per byte.
  float log_probability(Context context, std::string_view text) const;

  /// Whether the list contains a word with this hash, or this word, which must consist of letters.
  bool knows_word(std::uint32_t hash) const;
  bool knows_word(std::string_view word) const;

  /// The same with the words of a text in its list.
  LanguageModel knowing(std::string_view text) const;
  /// The same without the words of a text in its list.
  LanguageModel not_knowing(std::string_view text) const;

 private:
  const Entry* find(std::uint64_t sequence, std::size_t length) const;
  float cost(Context context, std::uint8_t byte) const;

  std::vector<Entry> table_;
  std::vector<std::uint32_t> words_;
};

/// The bytes of the first character of a text in UTF-8, which is not empty.
std::string_view first_character(std::string_view text);

/// Hash of a word, letter by letter, ignoring case up to U+017F (Latin Extended-A).
class WordHash {
 public:
  /// Whether the first character of a text is a letter: of ASCII, or any other but the signs of Latin-1 and
  /// those from U+2000 to U+2FFF (quotation marks, dashes, currencies).
  static bool is_letter(std::string_view text);

  void add(char letter);
  std::uint32_t value() const { return value_; }
  std::size_t letters() const { return letters_; }

  friend bool operator==(const WordHash&, const WordHash&) = default;

 private:
  std::uint32_t value_ = 2166136261U;
  std::uint32_t letters_ = 0;
  char last_ = 0;
};

/// Visits the words of a text (runs of letters) as hashes.
template <class Visit>
void for_each_word(std::string_view text, Visit&& visit) {
  WordHash word;
  const auto end = [&] {
    if (word.letters() > 0) visit(word);
    word = {};
  };
  for (std::string_view rest = text, character; !rest.empty(); rest.remove_prefix(character.size())) {
    character = first_character(rest);
    if (WordHash::is_letter(character))
      for (const char byte : character) word.add(byte);
    else
      end();
  }
  end();
}

/// Counts sequences and words in texts. `vocabulary` lists additional words, one per line, that need not
/// occur in the texts.
/// Cost  about 1 s and 100 MB for 10 MB of text.
LanguageModel learn_language(std::span<const std::string> texts, std::string_view vocabulary,
                             const LanguageOptions& options);

}  // namespace ocelli::internal
