#include "ocelli/data/formats/table_cells.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

enum class Number { none, too_large, finite };

struct ParsedNumber {
  Number kind = Number::none;
  float value = 0;
};

ParsedNumber parse(std::string_view cell) {
  if (cell.starts_with('+') && !cell.starts_with("+-")) cell.remove_prefix(1);
  double value = 0;
  const auto [end, failure] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (failure == std::errc::invalid_argument || end != cell.data() + cell.size()) return {};
  if (failure != std::errc{} || !std::isfinite(static_cast<float>(value))) return {Number::too_large, 0};
  return {Number::finite, static_cast<float>(value)};
}

/// The same with a decimal comma.
ParsedNumber parse_with_comma(std::string_view cell) {
  std::string text(cell);
  std::ranges::replace(text, ',', '.');
  return parse(text);
}

bool has_comma(std::string_view cell) {
  return std::ranges::count(cell, ',') == 1 && cell.find('.') == std::string_view::npos;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& letter : result)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return result;
}

}  // namespace

bool is_missing(std::string_view cell) {
  constexpr std::array<std::string_view, 6> kMarks{"?", "na", "n/a", "nan", "-nan", "null"};
  return cell.empty() || (cell.size() <= 4 && std::ranges::find(kMarks, lower(cell)) != kMarks.end());
}

bool is_number(std::string_view cell) {
  if (is_missing(cell)) return false;
  return parse(cell).kind != Number::none || (has_comma(cell) && parse_with_comma(cell).kind != Number::none);
}

void CellReader::require_same_mark(std::string_view cell, char mark) {
  if (mark_ == 0) mark_ = mark;
  if (mark_ == mark) return;
  throw Error(Kind::input, "is " + in_quotes(cell) + ", but numbers before it have a decimal " +
                               (mark_ == ',' ? "comma" : "point"));
}

std::optional<float> CellReader::read_odd(std::string_view cell) {
  if (is_missing(cell)) return std::numeric_limits<float>::quiet_NaN();
  if (takes_commas_ && has_comma(cell)) {
    if (const ParsedNumber number = parse_with_comma(cell); number.kind == Number::finite) {
      require_same_mark(cell, ',');
      return number.value;
    }
  }
  require(parse(cell).kind != Number::too_large, Kind::input,
          [&] { return "is " + in_quotes(cell) + ", which is out of range for a float"; });
  return std::nullopt;
}

std::optional<float> CellReader::read(std::string_view cell) {
  const ParsedNumber number = parse(cell);
  if (number.kind != Number::finite) return read_odd(cell);
  if (takes_commas_ && cell.find('.') != std::string_view::npos) require_same_mark(cell, '.');
  return number.value;
}

}  // namespace ocelli::internal
