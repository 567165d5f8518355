#pragma once

#include <cstdint>
#include <opencv2/core/types.hpp>
#include <vector>

#include "ocelli/imaging/components.hpp"

namespace ocelli {

/// A line of text as ink: which components belong to it, and the two lines that small letters stand between.
///
/// Coordinates are pixels of the page. The baseline is at y = baseline + slope * x, where letters without descenders
/// end (the first row below their ink); the tops of letters like "x" are at that less x_height. In a line of capitals
/// or figures alone, x_height is a guess from other lines, or 0.72 of their height.
struct TextLine {
  cv::Rect box;  ///< around the ink
  double baseline = 0, slope = 0;
  double x_height = 0;
  std::vector<std::uint32_t> parts;  ///< indices into Components::list, from left to right (then by index)
};

/// Lines that are read one after the other: a paragraph, a column, a cell.
struct TextBlock {
  cv::Rect box;
  std::vector<TextLine> lines;  ///< from top to bottom
};

/// Blocks in reading order.
struct PageLayout {
  std::vector<TextBlock> blocks;
};

/// Finds the lines of an upright, cleaned page and the order in which people read them: columns one after the other,
/// tables and forms row by row.
///
/// The page's scale is taken from its components alone. Components that are no text (pictures, rules, specks that no
/// line has a use for) are in no line. Parts above or below a line's letters (dots, accents, commas) belong to it.
/// Requires  components of a page, as connected_components() makes them.
/// Cost      O(n log n) in the components.
PageLayout find_layout(const Components& components);

}  // namespace ocelli
