#pragma once

#include <cstddef>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>

#include "ocelli/data/samples/samples.hpp"

namespace ocelli {

/// A sample that was given the wrong label.
struct Misread {
  std::size_t sample = 0;
  std::string truth, given;
  float score = 0, margin = 0;  ///< of the label given, and how far it is ahead of the second
  std::string item = {};        ///< where the sample comes from: a file, or "images.idx#17"
};

inline constexpr std::size_t kMostOnSheet = 400;

/// One picture of misread images, each with "truth > given" beneath and the name of its file below that: the first
/// kMostOnSheet of them, row by row. Labels longer than 40 letters are cut, and of names the last 24 letters are shown.
/// Requires  samples that are images.
/// Source    shareboost fig. 6.
cv::Mat misread_sheet(const Samples& samples, std::span<const Misread> misread);

}  // namespace ocelli
