#pragma once

#include <array>
#include <cstdint>
#include <opencv2/core/types.hpp>
#include <utility>
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
  bool is_initial = false;           ///< whether it is a drop capital that begins the next line
};

/// Lines that are read one after the other: a paragraph, a column or a cell.
struct TextBlock {
  cv::Rect box;
  std::vector<TextLine> lines;  ///< from top to bottom
};

/// How the text of a page lies on it. The numbers of the same modes of Tesseract are in parentheses.
enum class LayoutMode : std::uint8_t {
  automatic,  ///< columns, tables, forms (3)
  column,     ///< a single column of paragraphs (4)
  block,      ///< a single paragraph (6)
  line,       ///< a single line (7)
  word,       ///< a single word (8)
  sparse      ///< separate pieces of text: each is a block (11)
};
constexpr auto names_of(LayoutMode) {
  return std::array{std::pair{LayoutMode::automatic, "auto"}, std::pair{LayoutMode::column, "column"},
                    std::pair{LayoutMode::block, "block"},    std::pair{LayoutMode::line, "line"},
                    std::pair{LayoutMode::word, "word"},      std::pair{LayoutMode::sparse, "sparse"}};
}

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
PageLayout find_layout(const Components& components, LayoutMode mode = LayoutMode::automatic);

}  // namespace ocelli::internal
