#pragma once

#include <optional>
#include <string_view>

/// Dates and times of day in tables; part of labeled_csv.hpp.
namespace ocelli::internal {

/// A date, a time of day or both.
struct WrittenDate {
  int year = 0, month = 0, day = 0;  ///< all 0 for a time alone
  std::optional<double> seconds;     ///< since midnight; may exceed a day for a duration
  /// Whether day and month may be exchanged, as in 3/4/2020. Then `month` is the first number.
  bool may_begin_with_day = false;
  bool begins_with_day = false;  ///< as in 31/12/2020

  bool has_date() const { return month > 0; }
};

/// Reads 2020-12-31, 2020/12/31, 20201231T235959, 31.12.2020, 12/31/2020, 31 Dec 2020, Dec 31, 2020, each
/// also with a time of day such as 23:59, 23:59:59.5 or 11:59 PM and a time zone, which is ignored; or such a
/// time alone. Two digits of a year are 1970 to 2069. Nothing for other text.
std::optional<WrittenDate> read_date(std::string_view cell);

/// Days since 1970-01-01, and back (proleptic Gregorian calendar).
long days_of(int year, int month, int day);
WrittenDate date_of(long days);

}  // namespace ocelli::internal
