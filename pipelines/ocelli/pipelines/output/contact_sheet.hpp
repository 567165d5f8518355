#pragma once

#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>

namespace ocelli::internal {

/// A picture and its caption, lines separated by LF.
struct SheetCell {
  cv::Mat picture;
  std::string caption;
};

/// The layout of a sheet.
struct SheetLayout {
  int columns = 1;
  int side = 64;  ///< of the square reserved for a picture, pixels
};

/// Pictures side by side on a white background, row by row, each with its caption. Pictures are scaled to fit
/// their square. Enlargement uses integer factors, to keep pixels sharp. Columns are as wide as the longest
/// line.
/// Requires  8-bit pictures with the same number of channels.
cv::Mat contact_sheet(std::span<const SheetCell> cells, const SheetLayout& layout);

/// "...-of-a-long-name.png": the end of a file name for a caption, because it is more distinctive than the
/// beginning.
std::string short_name(const std::string& file);

/// Saves a sheet as PNG, atomically.
/// Throws  Error(Kind::output).
void write_sheet(const std::filesystem::path& file, const cv::Mat& sheet);

}  // namespace ocelli::internal
