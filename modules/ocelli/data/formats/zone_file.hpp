#pragma once

#include <filesystem>
#include <opencv2/core/types.hpp>
#include <string_view>
#include <vector>

namespace ocelli::internal {

/// The zones of a page, in pixels, in reading order. The content determines the format:
///
///     UNLV    x y width height type, one zone a line; the type is not used
///     ALTO    the boxes of the TextBlock elements; MeasurementUnit must be pixel
///     JSON    a list of {"x": 9, "y": 9, "w": 99, "h": 30} or [9, 9, 99, 30], or an object with such a list
///             as "zones" or "blocks" (`ocelli ocr --format json` writes blocks)
///
/// Throws  Error(Kind::input) naming the file, and the line where possible, for a file of more than 16 MiB,
/// in none of these formats, without zones, or with a box that is empty or outside any page.
/// Source  the UNLV/ISRI analytic tools (Rice and Nartker 1996); ALTO 4.2.
std::vector<cv::Rect> parse_zones(std::string_view text, std::string_view name);
std::vector<cv::Rect> read_zones(const std::filesystem::path& file);

}  // namespace ocelli::internal
