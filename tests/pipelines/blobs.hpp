#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "ocelli/detection/cascade.hpp"

namespace ocelli::internal::test {

/// A cascade that finds bright squares on dark ground, side 6 in a window of 12: enough of a detector for
/// everything that is done with detectors.
inline Cascade blob_cascade() {
  HaarFeature center_surround;
  center_surround.add({.x = 0, .y = 0, .w = 12, .h = 12, .weight = -1});
  center_surround.add({.x = 3, .y = 3, .w = 6, .h = 6, .weight = 4});
  return Cascade({.width = 12,
                  .height = 12,
                  .bins = 2,
                  .min_deviation = 1,
                  .label = "blob",
                  .features = {{.feature = center_surround, .low = 0, .scale = 1.0f / 200}},
                  .tables = {-1, 1},
                  .stages = {{.end = 1, .threshold = 0.5f}}});
}

/// A black image with white squares of the given places and sizes.
inline cv::Mat blob_image(cv::Size size, const std::vector<cv::Rect>& blobs) {
  cv::Mat image(size, CV_8UC1, cv::Scalar(0));
  for (const cv::Rect& blob : blobs) image(blob).setTo(200);
  return image;
}

}  // namespace ocelli::internal::test
