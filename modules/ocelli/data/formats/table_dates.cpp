#include "ocelli/data/formats/table_dates.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

/// The number at the front of the text, of at most `max` digits; nothing if there are none or more.
std::optional<int> take_number(std::string_view& text, std::size_t max) {
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) ++length;
  if (length == 0 || length > max) return std::nullopt;
  int value = 0;
  for (const char digit : text.substr(0, length)) value = 10 * value + (digit - '0');
  text.remove_prefix(length);
  return value;
}

bool take(std::string_view& text, char letter) {
  if (!text.starts_with(letter)) return false;
  text.remove_prefix(1);
  return true;
}

std::string take_word(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && is_letter(text[length])) ++length;
  std::string word = in_lower_case(std::string(text.substr(0, length)));
  text.remove_prefix(length);
  return word;
}

/// The month that a word names, in full or by at least three letters; 0 for other words.
int month_named(const std::string& word) {
  constexpr std::array<std::string_view, 12> kMonths{"january",   "february", "march",    "april",
                                                     "may",       "june",     "july",     "august",
                                                     "september", "october",  "november", "december"};
  if (word == "sept") return 9;
  if (word.size() < 3) return 0;
  const auto found = std::ranges::find_if(
      kMonths, [&](std::string_view name) { return word == name || word == name.substr(0, 3); });
  return found == kMonths.end() ? 0 : static_cast<int>(found - kMonths.begin()) + 1;
}

bool is_weekday(const std::string& word) {
  constexpr std::array<std::string_view, 7> kDays{"monday", "tuesday",  "wednesday", "thursday",
                                                  "friday", "saturday", "sunday"};
  return word.size() >= 3 && std::ranges::any_of(kDays, [&](std::string_view name) {
           return word == name || word == name.substr(0, 3) || word == name.substr(0, 4);
         });
}

int full_year(int year, std::size_t digits) {
  if (digits > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

bool is_date(int year, int month, int day) {
  constexpr std::array<int, 12> kDays{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return year >= 1000 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 &&
         day <= kDays[static_cast<std::size_t>(month) - 1];
}

bool is_separator(char letter) { return letter == '-' || letter == '/' || letter == '.'; }

/// Three numbers with the same separator between them.
std::optional<WrittenDate> take_numbers(std::string_view& text) {
  std::array<int, 3> numbers{};
  std::array<std::size_t, 3> digits{};
  char separator = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t before = text.size();
    const std::optional<int> number = take_number(text, 4);
    if (!number) return std::nullopt;
    numbers[i] = *number;
    digits[i] = before - text.size();
    if (i == 2) break;
    if (text.empty() || !is_separator(text.front()) || (separator != 0 && text.front() != separator))
      return std::nullopt;
    separator = text.front();
    text.remove_prefix(1);
  }
  WrittenDate date;
  if (digits[0] == 4) {
    date.year = numbers[0], date.month = numbers[1], date.day = numbers[2];
    if (digits[1] > 2 || digits[2] > 2) return std::nullopt;
  } else {
    if (digits[0] > 2 || digits[1] > 2 || (digits[2] != 2 && digits[2] != 4)) return std::nullopt;
    date.year = full_year(numbers[2], digits[2]);
    date.begins_with_day = numbers[0] > 12 || separator == '.';
    date.may_begin_with_day = !date.begins_with_day && numbers[1] <= 12;
    date.month = numbers[date.begins_with_day ? 1 : 0];
    date.day = numbers[date.begins_with_day ? 0 : 1];
  }
  if (!is_date(date.year, date.month, date.day)) return std::nullopt;
  return date;
}

void skip_between(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '-' || text.front() == ',' ||
                           text.front() == '.' || text.front() == '/'))
    text.remove_prefix(1);
}

/// A date with the month's name: 31 Dec 2020, Dec 31, 2020, 31-Dec-20.
std::optional<WrittenDate> take_named(std::string_view& text) {
  std::string_view rest = text;
  std::string word = take_word(rest);
  if (is_weekday(word)) {
    skip_between(rest);
    word = take_word(rest);
  }
  WrittenDate date;
  date.month = month_named(word);
  if (!word.empty() && date.month == 0) return std::nullopt;
  skip_between(rest);
  std::optional<int> day = take_number(rest, 2);
  if (!day) return std::nullopt;
  date.day = *day;
  if (date.month == 0) {
    skip_between(rest);
    date.month = month_named(take_word(rest));
  } else if (const std::string_view before = rest; take_word(rest).size() != 2) {  // 1st, 2nd
    rest = before;
  }
  skip_between(rest);
  const std::size_t before = rest.size();
  const std::optional<int> year = take_number(rest, 4);
  if (!year || date.month == 0) return std::nullopt;
  date.year = full_year(*year, before - rest.size());
  if (!is_date(date.year, date.month, date.day)) return std::nullopt;
  text = rest;
  return date;
}

/// 20201231, as in 20201231T235959.
std::optional<WrittenDate> take_compact(std::string_view& text) {
  if (text.size() < 9 || text[8] != 'T' || !std::all_of(text.begin(), text.begin() + 8, is_digit))
    return std::nullopt;
  std::string_view year = text.substr(0, 4), month = text.substr(4, 2), day = text.substr(6, 2);
  WrittenDate date;
  date.year = *take_number(year, 4), date.month = *take_number(month, 2), date.day = *take_number(day, 2);
  if (!is_date(date.year, date.month, date.day)) return std::nullopt;
  text.remove_prefix(8);
  return date;
}

/// The seconds since midnight of 23:59, 23:59:59.5, 11:59 PM; 235959 after a compact date.
std::optional<double> take_clock(std::string_view& text, bool is_compact) {
  std::string_view rest = text;
  std::optional<int> hours, minutes;
  double seconds = 0;
  if (is_compact) {
    const std::optional<int> all = take_number(rest, 6);
    if (!all || text.size() - rest.size() < 4) return std::nullopt;
    const int clock = text.size() - rest.size() == 4 ? *all * 100 : *all;
    hours = clock / 10000, minutes = clock / 100 % 100, seconds = clock % 100;
  } else {
    hours = take_number(rest, 3);
    if (!hours || !take(rest, ':')) return std::nullopt;
    const std::size_t before = rest.size();
    minutes = take_number(rest, 2);
    if (!minutes || before - rest.size() != 2) return std::nullopt;
    if (take(rest, ':')) {
      const std::optional<int> whole = take_number(rest, 2);
      if (!whole) return std::nullopt;
      seconds = *whole;
    }
  }
  if (*minutes > 59 || seconds > 60) return std::nullopt;
  if (rest.size() > 1 && (rest[0] == '.' || rest[0] == ',') && is_digit(rest[1])) {
    double unit = 0.1;
    for (rest.remove_prefix(1); !rest.empty() && is_digit(rest.front()); rest.remove_prefix(1), unit /= 10)
      seconds += unit * (rest.front() - '0');
  }
  std::string_view half_day = trim(rest);
  const std::string word = take_word(half_day);
  if (word == "am" || word == "pm") {
    if (*hours > 12 || *hours < 1) return std::nullopt;
    *hours = *hours % 12 + (word == "pm" ? 12 : 0);
    rest = half_day;
  }
  text = rest;
  return 3600.0 * *hours + 60.0 * *minutes + seconds;
}

/// Z, UTC, GMT, +01:00, -0500, or nothing.
bool is_zone(std::string_view text) {
  text = trim(text);
  if (text.empty() || text == "Z" || text == "UTC" || text == "GMT") return true;
  if (text.front() != '+' && text.front() != '-') return false;
  text.remove_prefix(1);
  return text.size() >= 2 && text.size() <= 5 &&
         std::ranges::all_of(text, [](char c) { return is_digit(c) || c == ':'; });
}

}  // namespace

std::optional<WrittenDate> read_date(std::string_view cell) {
  constexpr std::size_t kLongest = 48;
  if (cell.size() < 4 || cell.size() > kLongest || std::ranges::count_if(cell, is_digit) < 3)
    return std::nullopt;
  std::string_view rest = cell;
  std::optional<WrittenDate> date = take_numbers(rest);
  if (!date) rest = cell, date = take_named(rest);
  bool is_compact = false;
  if (!date) {
    rest = cell, date = take_compact(rest);
    is_compact = date.has_value() && rest.find(':') == std::string_view::npos;
  }
  if (date && rest.empty()) return date;
  if (!date) {
    rest = cell;
    date.emplace();
  } else {
    if (!take(rest, 'T') && !take(rest, ',') && !take(rest, ' ')) return std::nullopt;
    rest = trim(rest);
  }
  date->seconds = take_clock(rest, is_compact);
  if (!date->seconds) return std::nullopt;
  if (date->has_date() ? !is_zone(rest) || *date->seconds > 86'400 : !rest.empty()) return std::nullopt;
  return date;
}

long days_of(int year, int month, int day) {
  // Howard Hinnant, chrono-compatible low-level date algorithms: years begin in March.
  const long y = year - (month <= 2 ? 1 : 0);
  const long era = (y >= 0 ? y : y - 399) / 400, of_era = y - era * 400;
  const long of_year = (153L * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146'097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719'468;
}

WrittenDate date_of(long days) {
  days += 719'468;
  const long era = (days >= 0 ? days : days - 146'096) / 146'097, of_era = days - era * 146'097;
  const long year = (of_era - of_era / 1460 + of_era / 36'524 - of_era / 146'096) / 365;
  const long of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
  WrittenDate date;
  date.day = static_cast<int>(of_year - (153 * month + 2) / 5 + 1);
  date.month = static_cast<int>(month < 10 ? month + 3 : month - 9);
  date.year = static_cast<int>(year + era * 400 + (date.month <= 2 ? 1 : 0));
  return date;
}

}  // namespace ocelli::internal
