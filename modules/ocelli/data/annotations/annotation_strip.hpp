#pragma once

#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::internal {

/// Many small images of equal size in one binary PGM file, stacked: cell i is rows h i .. h (i + 1) - 1.
struct Strip {
  std::filesystem::path path;
  int width = 0, height = 0;  ///< of the whole strip, in pixels
};

/// Reads a strip's header. Throws Error(Kind::input) naming the file unless it is a complete 8-bit binary
/// PGM.
Strip read_strip(const std::filesystem::path& path);

/// Reads only this cell. Throws Error(Kind::input) like read_strip(), and when the strip has no such cell.
cv::Mat read_strip_cell(const std::filesystem::path& path, const StripCell& cell);

/// Parses the table of a strip's cells: a header row with a column `index`, then one row per cell. Other
/// columns are skipped. Each cell is an image with one object that fills it. The height of a cell is that of
/// the strip divided by the number of rows. No disk access; `name` is the file for messages. Throws
/// Error(Kind::input) when there is no such column or the height is not divisible.
Annotations parse_strip_csv(std::string_view text, const Strip& strip, std::string_view name);

}  // namespace ocelli::internal
