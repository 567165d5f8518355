#pragma once

#include <filesystem>
#include <opencv2/core/mat.hpp>

namespace ocelli::internal {

/// A picture to lay over others, as 8-bit BGRA. Only PNG files have transparent pixels.
/// Throws  Error(Kind::input) naming the file when it cannot be read.
cv::Mat read_overlay(const std::filesystem::path& path);

}  // namespace ocelli::internal
