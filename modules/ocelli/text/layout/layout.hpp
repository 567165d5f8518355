#pragma once

#include <cstdint>
#include <opencv2/core/types.hpp>
#include <vector>

#include "ocelli/imaging/components.hpp"

namespace ocelli::internal {

/// A line of text as ink: its components, its baseline and its x-height.
///
/// Coordinates are pixels of the page. The baseline is y = baseline + slope * x: the first row below the ink
/// of letters without descenders. The tops of letters like "x" are x_height above it. In a line of only
/// capitals or digits, x_height is estimated from other lines, or as 0.72 of the height of the capitals or
/// digits.
struct TextLine {
  cv::Rect box;  ///< around the ink
  double baseline = 0, slope = 0;
  double x_height = 0;
  std::vector<std::uint32_t> parts;  ///< indices into Components::list, from left to right (then by index)
};

/// Lines that are read one after the other: a paragraph, a column or a cell.
struct TextBlock {
  cv::Rect box;
  std::vector<TextLine> lines;  ///< from top to bottom
};

/// Blocks in reading order.
struct PageLayout {
  std::vector<TextBlock> blocks;
};

/// Finds the lines of an upright, cleaned page and their reading order: columns one after the other, tables
/// and forms row by row.
///
/// The page's scale is estimated from its components. Components that are not text (pictures, rules, specks
/// without a line) are in no line. Marks above or below the letters of a line (dots, accents, commas) belong
/// to the line.
/// Requires  components of a page from connected_components().
/// Cost      O(n log n) in the components.
PageLayout find_layout(const Components& components);

}  // namespace ocelli::internal
