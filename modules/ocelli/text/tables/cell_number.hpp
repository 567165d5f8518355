#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ocelli::internal {

/// The mark before the fraction of a number. The other one separates thousands.
enum class DecimalMark : char { point = '.', comma = ',' };

/// The decimal mark of a page, by the numbers in its cells: "1.234,5" and "7,50" have a comma. If no number
/// tells, that of the language, ISO 639-2.
DecimalMark decimal_mark_of(std::span<const std::string> cells, std::string_view language);

/// The value of a cell that is one number: with a sign before or after it or in parentheses, with thousands
/// separated by marks, spaces or apostrophes, and with a currency sign on either side. Percentages, dates,
/// numbers with leading zeros and numbers of more than 15 digits are texts.
std::optional<double> number_of(std::string_view cell, DecimalMark mark);

}  // namespace ocelli::internal
