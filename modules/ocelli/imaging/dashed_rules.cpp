#include "ocelli/imaging/rules.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "ocelli/core/chunks.hpp"
#include "ocelli/core/median.hpp"

namespace ocelli::internal {
namespace {

/// In letter heights.
constexpr double kThickestDash = 0.3;
constexpr double kShortestDash = 0.25, kLongestDash = 2.5;
constexpr double kSameRow = 0.12;   ///< between the centers of neighboring dashes, vertically
constexpr double kWidestGap = 1.2;  ///< between dashes
constexpr double kFlat = 1.4;       ///< minimum ratio of width to height
constexpr double kUneven = 1.6;     ///< maximum ratio of a dash's width to the row's median
constexpr std::size_t kMinDashes = 8;

double middle_y(const cv::Rect& box) { return box.y + box.height / 2.0; }

bool is_dash(const cv::Rect& box, double letter) {
  return box.height <= kThickestDash * letter && box.width >= kShortestDash * letter &&
         box.width <= kLongestDash * letter && box.width >= kFlat * box.height;
}

/// Marks consecutive dashes of a row if they are a rule.
void mark_rule(std::span<const std::uint32_t> row, std::span<const Component> components,
               std::vector<std::uint8_t>& marked) {
  if (row.size() < kMinDashes) return;
  std::vector<int> widths;
  for (const std::uint32_t dash : row) widths.push_back(components[dash].box.width);
  const double usual = median(std::move(widths));
  const auto even = std::ranges::count_if(row, [&](std::uint32_t dash) {
    const int width = components[dash].box.width;
    return width <= kUneven * usual && kUneven * width >= usual;
  });
  if (static_cast<std::size_t>(even) < kMinDashes || 4 * static_cast<std::size_t>(even) < 3 * row.size())
    return;
  for (const std::uint32_t dash : row) marked[dash] = 1;
}

/// Splits the dashes of a row, from left to right, into runs without a wide gap.
void mark_rules(std::span<std::uint32_t> row, std::span<const Component> components, double letter,
                std::vector<std::uint8_t>& marked) {
  std::ranges::sort(row, {}, [&](std::uint32_t dash) { return components[dash].box.x; });
  const auto near = [&](std::uint32_t one, std::uint32_t next) {
    return components[next].box.x - components[one].box.br().x <= kWidestGap * letter;
  };
  for_each_chunk(row, near, [&](std::span<const std::uint32_t> run) { mark_rule(run, components, marked); });
}

}  // namespace

std::vector<std::uint8_t> dashes_of_rules(std::span<const Component> components, double letter) {
  std::vector<std::uint32_t> dashes;
  for (std::uint32_t i = 0; i < components.size(); ++i)
    if (is_dash(components[i].box, letter)) dashes.push_back(i);
  std::ranges::stable_sort(dashes, {}, [&](std::uint32_t dash) { return middle_y(components[dash].box); });
  std::vector<std::uint8_t> marked(components.size(), 0);
  const auto same_row = [&](std::uint32_t one, std::uint32_t next) {
    return middle_y(components[next].box) - middle_y(components[one].box) <= kSameRow * letter;
  };
  for_each_chunk(std::span(dashes), same_row,
                 [&](std::span<std::uint32_t> row) { mark_rules(row, components, letter, marked); });
  return marked;
}

}  // namespace ocelli::internal
