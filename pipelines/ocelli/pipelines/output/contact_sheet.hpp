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

/// Pictures side by side on white paper, row by row, each with its caption. A picture is scaled to fit its
/// square: by integer factors when enlarged, to keep its pixels sharp. Columns are as wide as the longest
/// line.
/// Requires  pictures of 8 bits with the same number of channels.
cv::Mat contact_sheet(std::span<const SheetCell> cells, const SheetLayout& layout);

/// "...-of-a-long-name.png": the end of a file's name for a caption; it tells more than the beginning.
std::string short_name(const std::string& file);

/// Saves a sheet as PNG, atomically. Throws Error(Kind::output).
void write_sheet(const std::filesystem::path& file, const cv::Mat& sheet);

}  // namespace ocelli::internal
