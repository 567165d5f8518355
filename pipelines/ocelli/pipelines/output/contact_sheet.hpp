#pragma once

#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>

namespace ocelli {

/// A picture and the text beneath it, lines ended by LF.
struct SheetCell {
  cv::Mat picture;
  std::string caption;
};

/// How the cells of a sheet stand.
struct SheetLayout {
  int columns = 1;
  int side = 64;  ///< of the square that a picture has for itself, pixels
};

/// Pictures side by side on white paper, row by row, each with its caption. A picture is made as large as fits its square:
/// by whole steps when it grows, so that its pixels stay what they are. Columns are as wide as the longest line needs.
/// Requires  pictures of 8 bits with the same number of channels.
cv::Mat contact_sheet(std::span<const SheetCell> cells, const SheetLayout& layout);

/// Saves a sheet as PNG, all or nothing. Throws Error(Kind::output).
void write_sheet(const std::filesystem::path& file, const cv::Mat& sheet);

}  // namespace ocelli
