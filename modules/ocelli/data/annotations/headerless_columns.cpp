#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/box_columns.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

/// The number in a cell, possibly with a decimal comma.
std::optional<double> csv_number(std::string cell) {
  std::ranges::replace(cell, ',', '.');
  try {
    return parse_coordinate(cell, "");
  } catch (const Error&) {
    return std::nullopt;
  }
}

bool are_numbers(const CsvRow& row, std::size_t from, std::size_t count) {
  if (row.size() < from + count) return false;
  return std::all_of(row.begin() + static_cast<std::ptrdiff_t>(from),
                     row.begin() + static_cast<std::ptrdiff_t>(from + count),
                     [](const std::string& cell) { return csv_number(cell).has_value(); });
}

/// name, width, height, class, xmin, ymin, xmax, ymax. A numeric class could be part of a box, so the corners
/// must lie in the image.
bool is_tensorflow_row(const CsvRow& row) {
  if (row.size() != 8 || !are_numbers(row, 1, 2) || !are_numbers(row, 4, 4)) return false;
  if (!csv_number(row[3])) return true;
  const auto at = [&](std::size_t i) { return csv_number(row[i]).value_or(0); };
  return at(4) < at(6) && at(6) <= at(1) && at(5) < at(7) && at(7) <= at(2);
}

/// label, x, y, w, h, image, width, height
bool is_makesense_row(const CsvRow& row) {
  return row.size() == 8 && are_numbers(row, 1, 4) && are_numbers(row, 6, 2) && has_image_extension(row[5]);
}

/// The image cell of AutoML's rows: after the set, which may be missing.
std::optional<std::size_t> automl_image(const CsvRow& row) {
  constexpr std::array<std::string_view, 5> kSets = {"train", "validation", "validate", "test", "unassigned"};
  if (row.size() == 10 && has_image_extension(row[0])) return 0;
  const bool has_set = row.size() == 11 && std::ranges::count(kSets, in_lower_case(row[0])) > 0;
  return has_set ? std::optional<std::size_t>(1) : std::nullopt;
}

bool is_automl_row(const CsvRow& row, std::size_t image) {
  const bool is_empty = std::all_of(row.begin() + static_cast<std::ptrdiff_t>(image) + 1, row.end(),
                                    [](const auto& cell) { return cell.empty(); });
  return is_empty || (are_numbers(row, image + 2, 2) && are_numbers(row, image + 6, 2));
}

}  // namespace

std::optional<BoxColumns> BoxColumns::of_tool(const CsvRow& first) {
  BoxColumns columns;
  columns.count_ = first.size();
  columns.is_known_layout_ = true;
  columns.layout_ = Layout::corners;
  columns.names_ = {"x1", "y1", "x2", "y2"};
  if (const auto image = automl_image(first); image && is_automl_row(first, *image)) {
    columns.image_ = *image;
    columns.label_ = *image + 1;
    columns.box_ = {*image + 2, *image + 3, *image + 6, *image + 7};
    return columns;
  }
  if (is_makesense_row(first)) {
    columns.image_ = 5, columns.label_ = 0;
    columns.box_ = {1, 2, 3, 4};
    columns.layout_ = Layout::sides;
    columns.names_ = {"x", "y", "w", "h"};
    return columns;
  }
  if (!is_tensorflow_row(first)) return std::nullopt;
  columns.label_ = 3, columns.width_ = 1, columns.height_ = 2;
  columns.box_ = {4, 5, 6, 7};
  return columns;
}

BoxColumns BoxColumns::plain(const CsvRow& first, std::size_t from, bool are_corners) {
  BoxColumns columns;
  columns.count_ = first.size();
  columns.box_ = {from, from + 1, from + 2, from + 3};
  columns.layout_ = are_corners ? Layout::corners : Layout::sides;
  columns.names_ = are_corners ? std::array<std::string, 4>{"x1", "y1", "x2", "y2"}
                               : std::array<std::string, 4>{"x", "y", "w", "h"};
  if (from == 2) columns.label_ = 1;
  if (from == 1 && first.size() > 5) columns.label_ = 5;
  return columns;
}

std::optional<BoxColumns> BoxColumns::without_header(const CsvRow& first, bool are_corners) {
  if (auto columns = of_tool(first)) return columns;
  if (first.size() < 5 || first[0].empty() || csv_number(first[0])) return std::nullopt;
  const bool is_empty = first.size() == 6 && std::all_of(first.begin() + 1, first.end(),
                                                         [](const auto& cell) { return cell.empty(); });
  if (is_empty || are_numbers(first, 1, 4)) return plain(first, 1, are_corners);
  if (are_numbers(first, 2, 4)) return plain(first, 2, are_corners);
  return std::nullopt;
}

}  // namespace ocelli::internal
