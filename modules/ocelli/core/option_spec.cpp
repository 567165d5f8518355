#include "ocelli/core/option_spec.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

namespace ocelli::internal::option {
namespace {

std::string shortest(double value) {
  std::array<char, 32> text{};
  const bool whole = std::abs(value) < 1e15 && value == std::trunc(value);
  const auto end =
      whole ? std::to_chars(text.data(), text.data() + text.size(), static_cast<long long>(value)).ptr
            : std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

/// Visits the words between the separators.
template <class Visit>
void for_each_word(std::string_view words, char separator, Visit&& visit) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(separator), words.size());
    visit(words.substr(0, end), end == words.size());
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

/// "yes, no or auto"
std::string to_string(std::string_view words) {
  std::string text;
  for_each_word(words, '|', [&](std::string_view word, bool is_last) {
    if (!text.empty()) text += is_last ? " or " : ", ";
    text += word;
  });
  return text;
}

bool is_among(std::string_view words, std::string_view wanted) {
  bool found = false;
  for_each_word(words, '|', [&](std::string_view word, bool) { found = found || word == wanted; });
  return found;
}

}  // namespace

bool Spec::means_empty(std::string_view text) const {
  if (empty_word_.empty()) return false;
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed, failure] = std::from_chars(text.data(), end, number);
  return text == empty_word_ || (failure == std::errc{} && parsed == end && number == also_empty_);
}

bool Spec::allows(double value) const {
  if (zero_is_none_ && value == 0) return true;
  if (!std::isfinite(value)) return false;
  return (without_min_ ? value > min_ : value >= min_) && (without_max_ ? value < max_ : value <= max_);
}

bool Spec::allows(std::string_view value) const {
  if (words_.empty()) return true;
  if (!joined_) return is_among(words_, value) || (!empty_word_.empty() && value == empty_word_);
  bool all = !value.empty() && value.back() != ',';
  for_each_word(value, ',', [&](std::string_view word, bool) { all = all && is_among(words_, word); });
  return all;
}

std::string Spec::allowed() const {
  if (!words_.empty()) {
    const std::string all = std::string(words_) + (empty_word_.empty() ? "" : "|") + std::string(empty_word_);
    return to_string(all) + (joined_ ? ", or several separated by commas" : "");
  }
  const bool has_min = min_ > -kNone, has_max = max_ < kNone;
  std::string text;
  if (has_min && has_max && !without_min_ && !without_max_) {
    text = "from " + shortest(min_) + " to " + shortest(max_);
  } else {
    if (has_min) text = (without_min_ ? "above " : "at least ") + shortest(min_);
    if (has_min && has_max) text += " and ";
    if (has_max) text += (without_max_ ? "below " : "at most ") + shortest(max_);
  }
  for (const std::string_view word : {empty_word_, std::string_view(zero_is_none_ ? "none" : "")})
    if (!word.empty()) text += (text.empty() ? "" : ", or ") + std::string(word);
  return text;
}

}  // namespace ocelli::internal::option
