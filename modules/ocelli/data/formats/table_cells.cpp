#include "ocelli/data/formats/table_cells.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

using Evidence = WrittenNumber::Evidence;

constexpr std::size_t kLongestMark = 12;

template <std::size_t Size>
bool is_one_of(const std::array<std::string_view, Size>& words, std::string_view cell) {
  return cell.size() <= kLongestMark &&
         std::ranges::find(words, in_lower_case(std::string(cell))) != words.end();
}

/// Removes one of the words from the front of the text.
template <std::size_t Size>
bool take_one_of(const std::array<std::string_view, Size>& words, std::string_view& text) {
  for (const std::string_view word : words) {
    if (!text.starts_with(word)) continue;
    text.remove_prefix(word.size());
    return true;
  }
  return false;
}

void skip_blanks(std::string_view& text) {
  constexpr std::array<std::string_view, 5> kSpaces{" ", "\t", "\u00A0", "\u202F", "\u2009"};
  while (take_one_of(kSpaces, text)) continue;
}

bool take_currency(std::string_view& text) {
  constexpr std::array<std::string_view, 21> kCurrencies{"US$", "R$",  "$",   "€",   "£",   "¥",   "₹",
                                                         "₽", "₩",   "₺",   "USD", "EUR", "CHF", "GBP",
                                                         "JPY", "CNY", "INR", "Rs.", "Fr.", "kr",  "zł"};
  std::string_view rest = text;
  if (!take_one_of(kCurrencies, rest)) return false;
  if (!rest.empty() && is_letter(rest.front())) return false;
  text = rest;
  return true;
}

/// 1 or -1.
int take_sign(std::string_view& text) {
  constexpr std::array<std::string_view, 3> kMinus{"-", "\u2212", "\u2013"};
  if (take_one_of(kMinus, text)) return -1;
  if (text.starts_with('+')) text.remove_prefix(1);
  return 1;
}

bool take_comparison(std::string_view& text) {
  constexpr std::array<std::string_view, 8> kSigns{"<=", ">=", "<", ">", "~", "\u2264", "\u2265", "\u2248"};
  return take_one_of(kSigns, text);
}

/// The digits of a number with the marks between them.
struct Digits {
  std::string clean;  ///< with points and commas, without other separators of thousands
  bool has_groups = false;
};

/// Takes a separator of thousands that three digits follow.
bool take_group_mark(std::string_view& text) {
  constexpr std::array<std::string_view, 7> kMarks{"'", "\u2019", "\u00A0", "\u202F", "\u2009", " ", "_"};
  std::string_view rest = text;
  if (!take_one_of(kMarks, rest)) return false;
  const bool is_group = rest.size() >= 3 && std::ranges::all_of(rest.substr(0, 3), is_digit) &&
                        (rest.size() == 3 || !is_digit(rest[3]));
  if (is_group) text = rest;
  return is_group;
}

std::optional<Digits> take_digits(std::string_view& text) {
  Digits digits;
  while (!text.empty()) {
    const char next = text.front();
    const bool is_mark = (next == '.' || next == ',') && text.size() > 1 && is_digit(text[1]) &&
                         (digits.clean.empty() || is_digit(digits.clean.back()));
    if (is_digit(next) || is_mark) {
      digits.clean += next;
      text.remove_prefix(1);
    } else if (!digits.clean.empty() && digits.clean.size() <= 3 + 4 * 5 && is_digit(digits.clean.back()) &&
               take_group_mark(text)) {
      digits.has_groups = true;
    } else {
      break;
    }
  }
  if (std::ranges::none_of(digits.clean, is_digit)) return std::nullopt;
  return digits;
}

/// e-3, E+05, but not the beginning of a word.
std::string take_exponent(std::string_view& text) {
  if (text.size() < 2 || (text.front() | 0x20) != 'e') return {};
  std::size_t end = 1 + (text[1] == '+' || text[1] == '-' ? 1 : 0);
  const std::size_t first = end;
  while (end < text.size() && is_digit(text[end])) ++end;
  if (end == first) return {};
  std::string exponent =
      "e" + std::string(text.substr(text[1] == '+' ? 2 : 1, end - (text[1] == '+' ? 2 : 1)));
  text.remove_prefix(end);
  return exponent;
}

/// Infinite if it is too large.
double parsed(const std::string& text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure == std::errc::result_out_of_range) {
    const bool is_small =
        text.find("e-") != std::string::npos || text.starts_with('0') || text.starts_with('.');
    return is_small ? 0 : std::numeric_limits<double>::infinity();
  }
  return value;
}

/// Whether marks separate groups of three digits, or of two before the last one, as in India.
bool separates_groups(std::string_view digits, char mark) {
  std::size_t place = digits.find(mark);
  if (place == 0 || place > 3 || digits.front() == '0') return false;
  while (place != std::string_view::npos) {
    const std::size_t next = digits.find(mark, place + 1);
    const std::size_t length = (next == std::string_view::npos ? digits.size() : next) - place - 1;
    if (length != 3 && (length != 2 || next == std::string_view::npos)) return false;
    place = next;
  }
  return true;
}

std::string without(std::string text, char mark) {
  std::erase(text, mark);
  return text;
}

std::string with_point(std::string text) {
  std::ranges::replace(text, ',', '.');
  return text;
}

/// The number of digits with points and commas; nothing if these are in impossible places.
std::optional<WrittenNumber> with_marks(const Digits& digits, const std::string& exponent) {
  const std::string& text = digits.clean;
  const auto points = std::ranges::count(text, '.'), commas = std::ranges::count(text, ',');
  WrittenNumber number;
  if (points + commas == 0) {
    number.value = parsed(text + exponent);
    return number;
  }
  const char last = text[text.find_last_of(".,")], other = last == '.' ? ',' : '.';
  const auto evidence_of = [](char decimal) {
    return decimal == '.' ? Evidence::decimal_point : Evidence::decimal_comma;
  };
  if (points > 0 && commas > 0) {
    const std::string whole = text.substr(0, text.find(last));
    if (std::ranges::count(text, last) > 1 || !separates_groups(whole, other)) return std::nullopt;
    number.value = parsed(with_point(without(text, other)) + exponent);
    number.evidence = evidence_of(last);
    return number;
  }
  const bool may_be_groups = separates_groups(text, last);
  if (points + commas > 1) {
    if (!may_be_groups) return std::nullopt;
    number.value = parsed(without(text, last) + exponent);
    number.evidence = evidence_of(other);
    return number;
  }
  number.value = parsed(with_point(text) + exponent);
  number.as_thousands = number.value;
  number.evidence = evidence_of(last);
  if (!may_be_groups || digits.has_groups || !exponent.empty()) return number;
  number.as_thousands = parsed(without(text, last));
  number.evidence = last == '.' ? Evidence::point_or_thousands : Evidence::comma_or_thousands;
  return number;
}

/// What may stand behind a number. Returns nothing if there is anything else.
struct Ending {
  double factor = 1;
  bool is_negative = false, compared = false;
  std::string_view unit;
};

std::optional<Ending> take_ending(std::string_view text) {
  Ending ending;
  if (text == "-") {
    ending.is_negative = true;
    return ending;
  }
  if (text.starts_with('+')) {
    ending.compared = true;
    text.remove_prefix(1);
  }
  constexpr std::array<std::pair<std::string_view, double>, 7> kFactors{
      {{"k", 1e3}, {"K", 1e3}, {"M", 1e6}, {"Mio", 1e6}, {"B", 1e9}, {"bn", 1e9}, {"G", 1e9}}};
  for (const auto& [letters, factor] : kFactors) {
    if (text != letters) continue;
    ending.factor = factor;
    ending.unit = letters;
    return ending;
  }
  skip_blanks(text);
  constexpr std::array<std::string_view, 4> kSigns{"%", "\u2030", "\u00B0", ".-"};
  if (take_one_of(kSigns, text) || take_currency(text)) skip_blanks(text);
  if (text.empty()) return ending;
  constexpr std::size_t kLongestUnit = 8;
  const bool is_unit = text.size() <= kLongestUnit && std::ranges::all_of(text, [](char c) {
                         return is_letter(c) || c == '/' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
                       });
  if (!is_unit) return std::nullopt;
  ending.unit = text;
  return ending;
}

/// The fast way for what programs write, with the evidence of its point.
std::optional<WrittenNumber> plain_number(std::string_view cell) {
  double value = 0;
  const char* const end = cell.data() + cell.size();
  const auto [stop, failure] = std::from_chars(cell.data(), end, value);
  if (failure != std::errc() || stop != end || std::isnan(value)) return std::nullopt;
  WrittenNumber number{.value = value, .as_thousands = value};
  const std::size_t point = cell.find('.');
  if (point == std::string_view::npos) return number;
  const std::string_view digits = cell.substr(cell.front() == '-' ? 1 : 0);
  if (cell.size() - point != 4 || !separates_groups(digits, '.')) {
    number.evidence = Evidence::decimal_point;
    return number;
  }
  number.as_thousands = value * 1000;
  number.evidence = Evidence::point_or_thousands;
  return number;
}

std::optional<WrittenNumber> infinite(std::string_view text, int sign) {
  constexpr std::array<std::string_view, 3> kWords{"inf", "infinity", "\u221E"};
  if (!is_one_of(kWords, text)) return std::nullopt;
  return WrittenNumber{.value = sign * std::numeric_limits<double>::infinity()};
}

}  // namespace

bool is_missing(std::string_view cell) {
  if (cell.empty()) return true;
  const bool has_sign =
      cell.size() > 1 && (cell.front() == '-' || cell.front() == '+' || cell.front() == '.');
  if (cell.size() > kLongestMark || is_digit(cell[has_sign ? 1 : 0])) {
    constexpr std::array<std::string_view, 5> kNumeric{"1.#ind", "1.#qnan", "1.#snan", "-1.#ind", "-1.#qnan"};
    return cell.size() <= kLongestMark && cell.find('#') != std::string_view::npos &&
           is_one_of(kNumeric, cell);
  }
  constexpr std::array<std::string_view, 44> kMarks{
      "?",    "na",  "n/a",      "nan",     "-nan",    "+nan",   "null",     "(null)",    "none",
      "nil",  ".",   "..",       "...",     "-",       "--",     "---",      "*",         "<na>",
      "#n/a", "#na", "#n/a n/a", "#value!", "#div/0!", "#ref!",  "#name?",   "#null!",    "#num!",
      "n.a.", "n.a", "n. a.",    "k.a.",    "k. a.",   "n.v.",   "nan(ind)", "-nan(ind)", "missing",
      "nat",  "\\n", "_",        "\u2013",  "\u2014",  "<null>", "<none>",   "[null]"};
  return is_one_of(kMarks, cell);
}

MissingTexts::MissingTexts(std::string_view more) {
  if (more.empty()) return;
  for (std::string& text : split_cells(more)) told_.insert(std::move(text));
}

bool MissingTexts::has_label(std::string_view cell) const {
  constexpr std::array<std::string_view, 15> kMarks{"?",       "na",      "n/a",   "nan",    "-nan",
                                                    "null",    "<na>",    "#n/a",  "#na",    "n.a.",
                                                    "#value!", "#div/0!", "#ref!", "#name?", "<null>"};
  return cell.empty() || is_one_of(kMarks, cell) || is_told(cell);
}

std::optional<WrittenNumber> read_number(std::string_view cell) {
  if (const auto plain = plain_number(cell)) return plain;
  if (is_missing(cell)) return std::nullopt;
  std::string_view text = cell;
  WrittenNumber signs;
  signs.compared = take_comparison(text);
  skip_blanks(text);
  const bool in_brackets = text.starts_with('(') && text.ends_with(')');
  if (in_brackets) text = text.substr(1, text.size() - 2);
  int sign = take_sign(text);
  skip_blanks(text);
  if (take_currency(text)) {
    skip_blanks(text);
    sign *= take_sign(text);
  }
  if (const auto number = infinite(text, sign)) return number;
  const std::optional<Digits> digits = take_digits(text);
  if (!digits) return std::nullopt;
  const std::string exponent = take_exponent(text);
  std::optional<WrittenNumber> number = with_marks(*digits, exponent);
  const std::optional<Ending> ending = number ? take_ending(text) : std::nullopt;
  if (!ending) return std::nullopt;
  const double factor = sign * ending->factor * (in_brackets || ending->is_negative ? -1 : 1);
  number->value *= factor;
  number->as_thousands *= factor;
  number->compared = signs.compared || ending->compared;
  number->unit = ending->unit;
  return number;
}

bool is_number(std::string_view cell) {
  const std::optional<WrittenNumber> number = read_number(cell);
  return number && number->unit.empty();
}

void DecimalMarks::add(const WrittenNumber& number) {
  switch (number.evidence) {
    case Evidence::none:
      has_large_plain_ = has_large_plain_ || std::abs(number.value) >= 1000;
      break;
    case Evidence::decimal_point:
      ++points_;
      break;
    case Evidence::decimal_comma:
      ++commas_;
      break;
    case Evidence::point_or_thousands:
      ++either_point_;
      break;
    case Evidence::comma_or_thousands:
      ++either_comma_;
      break;
  }
}

void DecimalMarks::add(const DecimalMarks& other) {
  points_ += other.points_, commas_ += other.commas_;
  either_point_ += other.either_point_, either_comma_ += other.either_comma_;
  has_large_plain_ = has_large_plain_ || other.has_large_plain_;
}

char DecimalMarks::mark(const DecimalMarks& table, char known, char between) const {
  if (points_ != commas_) return points_ > commas_ ? '.' : ',';
  if (!is_ambiguous()) return known != 0 ? known : '.';
  if (either_point_ > 0 && either_comma_ > 0) return known != 0 ? known : '.';
  const bool has_points = either_point_ > 0;
  const char as_decimals = has_points ? '.' : ',', as_thousands = has_points ? ',' : '.';
  if (known != 0) return known;
  if (has_large_plain_ || (has_points && between == ',')) return as_decimals;
  if (table.points_ != table.commas_ && (table.points_ == 0 || table.commas_ == 0))
    return table.points_ > 0 ? '.' : ',';
  return has_points && between != ';' ? as_decimals : as_thousands;
}

std::optional<bool> read_boolean(std::string_view cell) {
  constexpr std::array<std::string_view, 15> kTrue{
      "true", "yes", "y", "t", "on", "1", "ja", "wahr", "j", "oui", "vrai", "si", "sí", "verdadero", "1.0"};
  constexpr std::array<std::string_view, 12> kFalse{"false", "no",     "n",   "f",    "off",   "0",
                                                    "nein",  "falsch", "non", "faux", "falso", "0.0"};
  if (is_one_of(kTrue, cell)) return true;
  if (is_one_of(kFalse, cell)) return false;
  return std::nullopt;
}

}  // namespace ocelli::internal
