#include "ocelli/metrics/text_errors.hpp"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>

#include "ocelli/core/require.hpp"
#include "ocelli/metrics/edit_distance.hpp"
#include "ocelli/metrics/outcome_counts.hpp"

namespace ocelli::internal {
namespace {

/// All characters but the signs that normal form KC takes apart.
const icu::UnicodeSet& all_but_signs() {
  static const icu::UnicodeSet set = [] {
    icu::UnicodeSet signs;
    signs.addAll(icu::UnicodeString(u"\u00B2\u00B3\u00B9\u00BC\u00BD\u00BE\u2116\u2122"));
    signs.complement();
    signs.freeze();
    return signs;
  }();
  return set;
}

icu::UnicodeString normal_form(const icu::UnicodeString& text, bool keep_signs) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* const form = icu::Normalizer2::getNFKCInstance(status);
  require(U_SUCCESS(status) != 0, Kind::usage, "the tables of Unicode's normal forms are missing (ICU)");
  icu::UnicodeString normal;
  if (keep_signs) {
    icu::FilteredNormalizer2(*form, all_but_signs()).normalize(text, normal, status);
  } else {
    form->normalize(text, normal, status);
  }
  require(U_SUCCESS(status) != 0, Kind::input, "cannot normalize a text to NFKC");
  return normal;
}

char32_t ascii_mark(char32_t character) {
  constexpr std::u32string_view kQuotes = U"\u2018\u2019\u201A\u201B\u2032\u2039\u203A`\u02B9\u02BC",
                                kDoubleQuotes = U"\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB",
                                kHyphens = U"\u00AC\u00AD\u2010\u2011\u2012\u2013\u2014\u2015\u2212";
  if (kQuotes.find(character) != std::u32string_view::npos) return U'\'';
  if (kDoubleQuotes.find(character) != std::u32string_view::npos) return U'"';
  if (kHyphens.find(character) != std::u32string_view::npos) return U'-';
  if (character == U'\u2044') return U'/';
  return character;
}

std::vector<std::uint32_t> characters_of(std::string_view text, TextRule rule) {
  const std::u32string characters = comparable_text(text, rule);
  return {characters.begin(), characters.end()};
}

/// The rule to compare a text with this truth by.
TextRule suited_to(std::string_view truth, TextRule rule) {
  rule.fold_marks |=
      std::ranges::all_of(truth, [](char byte) { return static_cast<signed char>(byte) >= 0; });
  return rule;
}

std::string utf8_of(std::optional<std::uint32_t> character) {
  if (!character) return {};
  const char32_t symbol = *character;
  return ocelli::internal::utf8_of({&symbol, 1});
}

std::vector<std::u32string> words_of(const std::u32string& text) {
  std::vector<std::u32string> words;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(U' ', start), text.size());
    words.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return words;
}

/// Assigns numbers to words, the same for equal words.
class WordNumbers {
 public:
  std::vector<std::uint32_t> of(std::string_view text, TextRule rule) {
    std::vector<std::uint32_t> numbers;
    for (const std::u32string& word : words_of(comparable_text(text, rule))) numbers.push_back(number(word));
    return numbers;
  }

  std::uint32_t of_word(std::string_view word, TextRule rule) { return number(comparable_text(word, rule)); }

 private:
  std::uint32_t number(const std::u32string& word) {
    const auto next = static_cast<std::uint32_t>(numbers_.size());
    return numbers_.try_emplace(word, next).first->second;
  }

  std::map<std::u32string, std::uint32_t> numbers_;
};

}  // namespace

std::string utf8_of(std::u32string_view characters) {
  std::string text;
  for (const char32_t character : characters)
    icu::UnicodeString(static_cast<UChar32>(character)).toUTF8String(text);
  return text;
}

std::u32string comparable_text(std::string_view text, TextRule rule) {
  require(text.size() <= std::numeric_limits<std::int32_t>::max() / 32, Kind::usage,
          "a text to be scored exceeds 64 MB");
  icu::UnicodeString normal = normal_form(
      icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())}), rule.keep_signs);
  // Case folding can undo the normal form, as for the capital I with a dot.
  if (rule.fold_case) normal = normal_form(normal.foldCase(), rule.keep_signs);
  std::u32string comparable;
  bool gap = false;
  for (std::int32_t i = 0; i < normal.length(); i = normal.moveIndex32(i, 1)) {
    const UChar32 character = normal.char32At(i);
    if (u_isUWhiteSpace(character)) {
      gap = !comparable.empty();
      continue;
    }
    if (gap) comparable.push_back(U' ');
    gap = false;
    const auto symbol = static_cast<char32_t>(character);
    comparable.push_back(rule.fold_marks ? ascii_mark(symbol) : symbol);
  }
  return comparable;
}

double TextErrors::rate() const { return share(edits, length); }

TextErrors& TextErrors::operator+=(const TextErrors& other) {
  edits += other.edits;
  length += other.length;
  return *this;
}

TextErrors character_errors(std::string_view truth, std::string_view read, TextRule rule) {
  rule = suited_to(truth, rule);
  const std::vector<std::uint32_t> wanted = characters_of(truth, rule), got = characters_of(read, rule);
  return {edit_distance(wanted, got), wanted.size()};
}

TextErrors word_errors(std::string_view truth, std::string_view read, TextRule rule) {
  rule = suited_to(truth, rule);
  WordNumbers numbers;
  const std::vector<std::uint32_t> wanted = numbers.of(truth, rule), got = numbers.of(read, rule);
  return {edit_distance(wanted, got), wanted.size()};
}

TextErrors words_missed(std::string_view truth, std::string_view read, TextRule rule) {
  rule = suited_to(truth, rule);
  WordNumbers numbers;
  std::vector<std::uint32_t> wanted = numbers.of(truth, rule), got = numbers.of(read, rule), missed;
  std::ranges::sort(wanted);
  std::ranges::sort(got);
  std::ranges::set_difference(wanted, got, std::back_inserter(missed));
  return {missed.size(), wanted.size()};
}

std::vector<bool> words_right(std::string_view truth, std::span<const std::string> read, TextRule rule) {
  rule = suited_to(truth, rule);
  WordNumbers numbers;
  const std::vector<std::uint32_t> wanted = numbers.of(truth, rule);
  std::vector<std::uint32_t> got;
  for (const std::string& word : read) got.push_back(numbers.of_word(word, rule));
  std::vector<bool> right;
  std::map<std::uint32_t, std::size_t> left_over;
  for (const AlignedPair& pair : align(wanted, got)) {
    if (pair.b) right.push_back(pair.a == pair.b);
    if (pair.a && pair.a != pair.b) ++left_over[*pair.a];
  }
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (right[i]) continue;
    const auto found = left_over.find(got[i]);
    right[i] = found != left_over.end() && found->second-- > 0;
    if (right[i] && found->second == 0) left_over.erase(found);
  }
  return right;
}

void TextConfusions::add(std::string_view truth, std::string_view read, TextRule rule) {
  rule = suited_to(truth, rule);
  const std::vector<std::uint32_t> wanted = characters_of(truth, rule), got = characters_of(read, rule);
  for (const AlignedPair& pair : align(wanted, got)) {
    if (pair.a != pair.b) ++counts_[{utf8_of(pair.a), utf8_of(pair.b)}];
  }
}

std::vector<TextConfusion> TextConfusions::list() const {
  std::vector<TextConfusion> list;
  for (const auto& [texts, count] : counts_) list.push_back({texts.first, texts.second, count});
  std::ranges::stable_sort(list, std::greater<>(), &TextConfusion::count);
  return list;
}

}  // namespace ocelli::internal
