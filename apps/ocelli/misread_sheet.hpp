#pragma once

#include <cstddef>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>

#include "ocelli/data/samples.hpp"

namespace ocelli::app {

/// A sample that was given the wrong label.
struct Misread {
  std::size_t sample = 0;
  std::string truth, given;
};

inline constexpr std::size_t kMostOnSheet = 400;

/// One picture of misread images, each with "truth > given" beneath: the first kMostOnSheet of them, row by row.
/// Requires  samples that are images.
/// Source    shareboost fig. 6.
cv::Mat misread_sheet(const Samples& samples, std::span<const Misread> misread);

}  // namespace ocelli::app
