#include "ocelli/text/correction/language_model.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr std::uint64_t kLetters = 0xFFFFFFFFFFULL;  ///< the kOrder - 1 bytes of a context
static_assert(LanguageModel::kOrder == 6);

/// The newest `length` bytes of a sequence.
std::uint64_t newest(std::uint64_t sequence, std::size_t length) {
  return sequence & ((std::uint64_t{1} << (8 * length)) - 1);
}

/// The start position of the search for a sequence, and the hash that identifies its entry.
struct Key {
  std::uint64_t place;
  std::uint16_t hash;
};

Key key_of(std::uint64_t sequence, std::size_t length) {
  std::uint64_t mixed = (sequence + length * 0xD1B54A32D192ED03ULL) * 0x9E3779B97F4A7C15ULL;
  mixed = (mixed ^ (mixed >> 32)) * 0xBF58476D1CE4E5B9ULL;
  mixed ^= mixed >> 29;
  return {mixed >> 16, std::max(static_cast<std::uint16_t>(mixed), std::uint16_t{1})};
}

/// The position of the entry, or the empty position where it would be.
std::size_t place_of(const Key& key, std::span<const LanguageModel::Entry> table) {
  std::size_t place = key.place & (table.size() - 1);
  while (table[place].hash != 0 && table[place].hash != key.hash) place = (place + 1) & (table.size() - 1);
  return place;
}

std::uint8_t steps_of(double probability) {
  const double steps = -std::log(probability) * LanguageModel::kLogScale;
  return static_cast<std::uint8_t>(std::clamp(std::lround(steps), 0L, 255L));
}

enum class Case { small, capital, none };

/// A byte of UTF-8 in a lowercase or capital letter. Up to U+017F the two differ only in their last byte.
struct CasedByte {
  Case is = Case::none;  ///< none unless it is the last byte of a letter with both cases
  int apart = 0;         ///< the difference between the two bytes
};

/// `before` is the preceding byte.
CasedByte cased(char before, char byte) {
  constexpr int kAscii = 'a' - 'A';
  if (byte >= 'A' && byte <= 'Z') return {Case::capital, kAscii};
  if (byte >= 'a' && byte <= 'z') return {Case::small, kAscii};
  const auto lead = static_cast<std::uint8_t>(before), last = static_cast<std::uint8_t>(byte);
  if (last < 0x80 || last > 0xBF) return {};
  if (lead == 0xC3) {  // U+00C0 .. U+00FF
    // The multiplication and division signs, and sharp s and y with diaeresis, whose capitals are elsewhere.
    if (last == 0x97 || last == 0xB7 || last == 0x9F || last == 0xBF) return {};
    return {last < 0xA0 ? Case::capital : Case::small, kAscii};
  }
  if (lead != 0xC4 && lead != 0xC5) return {};
  const int character = (lead & 0x1F) << 6 | (last & 0x3F);
  if (character == 0x138 || character == 0x149 || character == 0x178 || character >= 0x17F) return {};
  const bool odd_capitals = (character > 0x138 && character < 0x149) || character > 0x178;
  return {(character % 2 == 1) == odd_capitals ? Case::capital : Case::small, 1};
}

char small(char before, char byte) {
  const CasedByte letter = cased(before, byte);
  return letter.is == Case::capital ? static_cast<char>(byte + letter.apart) : byte;
}

/// Converts a line to capitals.
std::string in_capitals(std::string_view line) {
  std::string loud(line);
  for (std::size_t i = 0; i < loud.size(); ++i) {
    const CasedByte letter = cased(i > 0 ? line[i - 1] : ' ', line[i]);
    if (letter.is == Case::small) loud[i] = static_cast<char>(line[i] - letter.apart);
  }
  return loud;
}

using Counts = std::unordered_map<std::uint64_t, std::uint32_t>;

/// Counts sequences, by length, and words.
class Counter {
 public:
  void add(std::string_view line) {
    std::uint64_t sequence = LanguageModel::line_start();
    for (std::size_t i = 0; i <= line.size(); ++i) {
      const char byte = i < line.size() ? line[i] : '\n';
      sequence = (sequence << 8) | static_cast<std::uint8_t>(byte);
      const std::size_t longest = std::min(LanguageModel::kOrder, i + 2);
      for (std::size_t length = 1; length <= longest; ++length)
        ++counts_[length - 1][newest(sequence, length)];
    }
  }

  void add_words(std::string_view line) {
    for_each_word(line, [this](const WordHash& word) { ++words_[word.value()]; });
  }

  /// Keeps at most `max` sequences, including all those of one and two bytes.
  void forget_rare(std::size_t max) {
    constexpr std::size_t kTold = 10'000;  // higher counts are all treated as frequent
    std::vector<std::size_t> seen(kTold + 1, 0);
    for (std::size_t length = 3; length <= LanguageModel::kOrder; ++length) {
      for (const auto& [sequence, count] : counts_[length - 1]) ++seen[std::min<std::size_t>(count, kTold)];
    }
    std::size_t kept = counts_[0].size() + counts_[1].size();
    std::size_t min = kTold + 1;
    while (min > 1 && kept + seen[min - 1] <= max) kept += seen[--min];
    for (std::size_t length = 3; length <= LanguageModel::kOrder; ++length) {
      std::erase_if(counts_[length - 1], [min](const auto& entry) { return entry.second < min; });
    }
  }

  const Counts& of_length(std::size_t length) const { return counts_[length - 1]; }

  std::vector<std::uint32_t> words(std::size_t min) const {
    std::vector<std::uint32_t> list;
    for (const auto& [hashed, count] : words_) {
      if (count >= min) list.push_back(hashed);
    }
    return list;
  }

 private:
  std::array<Counts, LanguageModel::kOrder> counts_;
  std::unordered_map<std::uint32_t, std::uint32_t> words_;
};

/// The followers of a context: their total count, and the number of different bytes.
struct Followers {
  std::uint64_t count = 0, kinds = 0;

  double unseen_weight() const { return static_cast<double>(kinds) / static_cast<double>(count + kinds); }
};

using Contexts = std::unordered_map<std::uint64_t, Followers>;

Contexts contexts_of(const Counts& counts) {
  Contexts contexts;
  for (const auto& [sequence, count] : counts) {
    Followers& followers = contexts[sequence >> 8];
    followers.count += count;
    ++followers.kinds;
  }
  return contexts;
}

class Table {
 public:
  explicit Table(std::size_t entries) : entries_(std::bit_ceil(entries + entries / 4 + 1)) {}

  LanguageModel::Entry& at(std::uint64_t sequence, std::size_t length) {
    const Key key = key_of(sequence, length);
    LanguageModel::Entry& entry = entries_[place_of(key, entries_)];
    entry.hash = key.hash;
    return entry;
  }

  std::vector<LanguageModel::Entry> take() { return std::move(entries_); }

 private:
  std::vector<LanguageModel::Entry> entries_;
};

std::vector<std::pair<std::uint64_t, std::uint32_t>> in_order(const Counts& counts) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> list(counts.begin(), counts.end());
  std::ranges::sort(list);
  return list;
}

std::vector<LanguageModel::Entry> table_of(const Counter& counter) {
  std::size_t entries = 0;
  for (std::size_t length = 1; length <= LanguageModel::kOrder; ++length)
    entries += counter.of_length(length).size();
  Table table(entries);
  std::unordered_map<std::uint64_t, double> shorter, probabilities;
  for (std::size_t length = 1; length <= LanguageModel::kOrder; ++length) {
    const Contexts contexts = contexts_of(counter.of_length(length));
    shorter = std::exchange(probabilities, {});
    for (const auto& [sequence, count] : in_order(counter.of_length(length))) {
      const Followers& followers = contexts.at(sequence >> 8);
      const double below = length == 1 ? 1.0 / 256 : shorter.at(newest(sequence, length - 1));
      const double seen = static_cast<double>(count) / static_cast<double>(followers.count + followers.kinds);
      const double probability = seen + followers.unseen_weight() * below;
      probabilities[sequence] = probability;
      table.at(sequence, length).cost = steps_of(probability);
      if (length > 1) table.at(sequence >> 8, length - 1).unseen = steps_of(followers.unseen_weight());
    }
  }
  return table.take();
}

/// Sorts and leaves out duplicates.
void sort_words(std::vector<std::uint32_t>& words) {
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

void LanguageOptions::validate() const { check_options(*this); }

std::string_view first_character(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (static_cast<std::uint8_t>(text[length]) & 0xC0U) == 0x80U) ++length;
  return text.substr(0, length);
}

bool WordHash::is_letter(std::string_view text) {
  constexpr std::uint8_t kLatin1Signs = 0xC2, kLatin1Letters = 0xC3, kSigns = 0xE2;  // first bytes
  const auto byte = static_cast<std::uint8_t>(text[0]);
  if (byte < 0x80) return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
  const bool factor = byte == kLatin1Letters && (text.substr(1, 1) == "\x97" || text.substr(1, 1) == "\xB7");
  return byte != kLatin1Signs && byte != kSigns && !factor;
}

void WordHash::add(char letter) {
  value_ = (value_ ^ static_cast<std::uint8_t>(small(std::exchange(last_, letter), letter))) * 16777619U;
  ++letters_;
}

LanguageModel::LanguageModel(std::vector<Entry> table, std::vector<std::uint32_t> words)
    : table_(std::move(table)), words_(std::move(words)) {
  const bool free_place = std::ranges::any_of(table_, [](const Entry& entry) { return entry.hash == 0; });
  require(table_.empty() || (std::has_single_bit(table_.size()) && free_place), Kind::model,
          "has a language table of a wrong size");
  require(std::ranges::adjacent_find(words_, std::greater_equal{}) == words_.end(), Kind::model,
          "has a word list out of order");
}

LanguageModel::Context LanguageModel::after(Context context, std::string_view text) {
  for (const char byte : text) context = ((context << 8) | static_cast<std::uint8_t>(byte)) & kLetters;
  return context;
}

float LanguageModel::log_probability(Context context, std::string_view text) const {
  float sum = 0;
  for (const char byte : text) {
    sum -= cost(context, static_cast<std::uint8_t>(byte));
    context = after(context, {&byte, 1});
  }
  return sum;
}

bool LanguageModel::knows_word(std::uint32_t hashed) const {
  return std::ranges::binary_search(words_, hashed);
}

bool LanguageModel::knows_word(std::string_view word) const {
  WordHash hash;
  for (const char letter : word) hash.add(letter);
  return knows_word(hash.value());
}

LanguageModel LanguageModel::knowing(std::string_view text) const {
  LanguageModel more = *this;
  for_each_word(text, [&more](const WordHash& word) { more.words_.push_back(word.value()); });
  sort_words(more.words_);
  return more;
}

LanguageModel LanguageModel::not_knowing(std::string_view text) const {
  std::vector<std::uint32_t> unwanted;
  for_each_word(text, [&unwanted](const WordHash& word) { unwanted.push_back(word.value()); });
  sort_words(unwanted);
  LanguageModel fewer = *this;
  std::erase_if(fewer.words_, [&](std::uint32_t word) { return std::ranges::binary_search(unwanted, word); });
  return fewer;
}

const LanguageModel::Entry* LanguageModel::find(std::uint64_t sequence, std::size_t length) const {
  const Entry& entry = table_[place_of(key_of(newest(sequence, length), length), table_)];
  return entry.hash == 0 ? nullptr : &entry;
}

float LanguageModel::cost(Context context, std::uint8_t byte) const {
  constexpr float kEven = 5.545177F;  // log 256
  if (table_.empty()) return kEven;
  const std::uint64_t sequence = (context << 8) | byte;
  int steps = 0;
  for (std::size_t length = kOrder; length > 0; --length) {
    if (const Entry* const known = find(sequence, length)) {
      return static_cast<float>(steps + known->cost) / kLogScale;
    }
    if (length == 1) break;
    if (const Entry* const known = find(context, length - 1)) steps += known->unseen;
  }
  return kEven + static_cast<float>(steps) / kLogScale;
}

LanguageModel learn_language(std::span<const std::string> texts, std::string_view vocabulary,
                             const LanguageOptions& options) {
  options.validate();
  Counter counter;
  std::size_t lines = 0;
  for (const std::string& text : texts) {
    for_each_line(text, [&](std::string_view line) {
      check_canceled();
      counter.add(line);
      counter.add_words(line);
      if (!options.capitals || ++lines % *options.capitals != 0) return;
      counter.add(in_capitals(line));
    });
  }
  counter.forget_rare(options.ngrams);

  std::vector<std::uint32_t> words = counter.words(options.min_word_count);
  Counter further;
  further.add_words(vocabulary);
  std::ranges::copy(further.words(1), std::back_inserter(words));
  sort_words(words);
  return {table_of(counter), std::move(words)};
}

}  // namespace ocelli::internal
