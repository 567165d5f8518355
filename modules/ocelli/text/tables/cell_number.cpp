#include "ocelli/text/tables/cell_number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMostDigits = 15;  ///< that a double keeps
constexpr double kWeakVote = 0.1;        ///< of "1.234", which may be either

using Signs = std::span<const std::string_view>;

constexpr std::array<std::string_view, 4> kMinus{"-", "\u2212", "\u2013", "\u2014"};
constexpr std::array<std::string_view, 4> kCurrencies{"$", "\u20AC", "\u00A3", "\u00A5"};
constexpr std::array<std::string_view, 5> kSpaces{" ", "'", "\u00A0", "\u2009", "\u202F"};

/// Removes one of the signs from the start; whether there was one.
bool take_start(std::string_view& text, Signs signs) {
  for (const std::string_view sign : signs) {
    if (!text.starts_with(sign)) continue;
    text.remove_prefix(sign.size());
    return true;
  }
  return false;
}

bool take_end(std::string_view& text, Signs signs) {
  for (const std::string_view sign : signs) {
    if (!text.ends_with(sign)) continue;
    text.remove_suffix(sign.size());
    return true;
  }
  return false;
}

void trim(std::string_view& text) {
  while (take_start(text, kSpaces) || take_end(text, kSpaces)) {
  }
}

/// The digits of an unsigned number and where its marks are.
struct Digits {
  std::string digits;
  std::string marks;                   ///< '.', ',' or ' ' for any space
  std::vector<std::size_t> positions;  ///< of the marks, in digits before them
};

std::optional<Digits> digits_of(std::string_view text) {
  Digits found;
  while (!text.empty()) {
    const bool is_space = take_start(text, kSpaces);
    if (!is_space && is_figure(text[0])) {
      found.digits += text[0];
    } else {
      if (!is_space && text[0] != '.' && text[0] != ',') return std::nullopt;
      found.marks += is_space ? ' ' : text[0];
      found.positions.push_back(found.digits.size());
    }
    if (!is_space) text.remove_prefix(1);
  }
  const bool is_clean =
      !found.digits.empty() && (found.positions.empty() || found.positions.back() < found.digits.size());
  return is_clean ? std::optional(std::move(found)) : std::nullopt;
}

/// An unsigned number with what surrounds it taken off.
struct Bare {
  std::string_view text;
  bool is_negative = false;
};

Bare bare(std::string_view text) {
  trim(text);
  bool is_negative = false;
  for (int i = 0; i < 2; ++i) {
    if (text.starts_with('(') && text.ends_with(')') && text.size() > 2 && !is_negative) {
      is_negative = true;
      text = text.substr(1, text.size() - 2);
    }
    if (!is_negative) is_negative = take_start(text, kMinus) || take_end(text, kMinus);
    trim(text);
    if (!take_start(text, kCurrencies)) take_end(text, kCurrencies);
    trim(text);
  }
  return {text, is_negative};
}

/// The votes of a number for the comma (positive) or the point.
double vote_of(const Digits& number) {
  if (number.marks.empty() || number.marks.back() == ' ') return 0;
  const double comma = number.marks.back() == ',' ? 1 : -1;
  const auto same = std::ranges::count(number.marks, number.marks.back());
  if (same > 1) return -comma;
  if (same < static_cast<std::ptrdiff_t>(number.marks.size())) return comma;
  const std::size_t before = number.positions.back(), after = number.digits.size() - before;
  if (after != 3 || before == 0 || before > 3 || number.digits[0] == '0') return comma;
  return -kWeakVote * comma;
}

/// Whether the marks before the fraction separate groups of three digits.
bool is_grouped(const Digits& number, std::size_t groups, std::size_t whole) {
  for (std::size_t i = 0; i < groups; ++i) {
    const std::size_t next = i + 1 < groups ? number.positions[i + 1] : whole;
    if (next - number.positions[i] != 3 || number.marks[i] != number.marks[0]) return false;
  }
  return groups == 0 || (number.positions[0] >= 1 && number.positions[0] <= 3);
}

}  // namespace

DecimalMark decimal_mark_of(std::span<const std::string> cells, std::string_view language) {
  double comma = language.empty() || language == "eng" ? -kWeakVote / 2 : kWeakVote / 2;
  for (const std::string& cell : cells) {
    if (const std::optional<Digits> number = digits_of(bare(cell).text)) comma += vote_of(*number);
  }
  return comma > 0 ? DecimalMark::comma : DecimalMark::point;
}

std::optional<double> number_of(std::string_view cell, DecimalMark mark) {
  const auto [text, is_negative] = bare(cell);
  const std::optional<Digits> number = digits_of(text);
  if (!number || number->digits.size() > kMostDigits) return std::nullopt;
  const bool has_fraction = !number->marks.empty() && number->marks.back() == static_cast<char>(mark);
  const std::size_t groups = number->marks.size() - (has_fraction ? 1 : 0);
  const std::size_t whole = has_fraction ? number->positions.back() : number->digits.size();
  if (!is_grouped(*number, groups, whole)) return std::nullopt;
  if (groups > 0 && number->marks[0] == static_cast<char>(mark)) return std::nullopt;
  if (whole > 1 && number->digits[0] == '0') return std::nullopt;
  std::string plain = number->digits.substr(0, whole);
  if (has_fraction) plain += '.' + number->digits.substr(whole);
  double value = 0;
  std::from_chars(plain.data(), plain.data() + plain.size(), value);
  return is_negative ? -value : value;
}

}  // namespace ocelli::internal
