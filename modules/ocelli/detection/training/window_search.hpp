#pragma once

#include <functional>
#include <memory>
#include <opencv2/core/types.hpp>
#include <vector>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/scanner.hpp"

namespace ocelli::internal {

/// Finds the windows of an image that pass the stages trained so far, of any kind.
struct WindowSearch {
  cv::Size window;
  ScanOptions scan;
  /// Those in the chosen rows of the grid of `scan` and, with a stride above 1, perhaps around those, in
  /// (level, y, x) order. Can be called from several threads at once.
  std::function<std::vector<LevelWindow>(const cv::Mat& gray, const RowChoice& choose)> passing;
};

/// By a scanner.
WindowSearch search_with(std::shared_ptr<const Cascade> cascade, const ScanOptions& scan);

}  // namespace ocelli::internal
