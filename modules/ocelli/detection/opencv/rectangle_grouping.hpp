#pragma once

#include <opencv2/core/mat.hpp>
#include <span>
#include <string>
#include <vector>

#include "ocelli/detection.hpp"
#include "ocelli/detection/scanner.hpp"

namespace ocelli::internal {

/// A rectangle that represents similar windows.
struct RectangleGroup {
  cv::Rect rect;         ///< the rounded mean, clipped to the image
  int windows = 0;       ///< OpenCV's numDetections
  float best_score = 0;  ///< highest score of its windows
  float score = 0;       ///< group_score()
};

/// OpenCV's groupRectangles with eps = 0.2, in its order. Groups of `neighbors` windows or fewer are dropped;
/// with 0 each window is a group.
/// Requires  boxes in whole pixels, as OpenCvScanner returns them.
/// Cost      quadratic in the number of windows.
std::vector<RectangleGroup> rectangle_groups(std::span<const ScoredWindow> windows, int neighbors,
                                             cv::Size image);

/// Groups windows into the same rectangles as OpenCV's detectMultiScale (groupRectangles with eps = 0.2).
/// Windows that are similar, directly or through others, form a group. Groups of `neighbors` windows or fewer
/// are dropped, and so are small groups within larger ones. The rectangle is the rounded mean, clipped to the
/// image. The score is group_score(). Highest score first, ties by y, x, w, h.
/// Requires  boxes in whole pixels, as OpenCvScanner returns them.
/// Cost      quadratic in the number of windows.
std::vector<Detection> group_like_opencv(std::span<const ScoredWindow> windows, int neighbors, cv::Size image,
                                         const std::string& label);

}  // namespace ocelli::internal
