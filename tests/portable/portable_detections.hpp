#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "ocelli/detection/object_detector.hpp"

namespace ocelli::internal::test {

/// A detection as the C programs print it: nine digits tell all numbers of single precision apart.
inline std::string as_c_prints(const std::string& where, const Detection& found) {
  const Box& box = found.box;
  std::array<char, 128> numbers{};
  std::snprintf(numbers.data(), numbers.size(), " %.9g %.9g %.9g %.9g %.9g", static_cast<double>(box.x),
                static_cast<double>(box.y), static_cast<double>(box.w), static_cast<double>(box.h),
                static_cast<double>(found.score));
  std::string line = where + numbers.data();
  if (!found.landmarks) return line + "\n";
  for (const Point& point : *found.landmarks) {
    std::snprintf(numbers.data(), numbers.size(), " %.9g %.9g", static_cast<double>(point.x),
                  static_cast<double>(point.y));
    line += numbers.data();
  }
  return line + "\n";
}

/// All detections in an image, a line each.
inline std::string detections_as_c_prints(const ObjectDetector& detector, const cv::Mat& image,
                                          const std::string& where) {
  std::string lines;
  for (const Detection& found : detector.detect(image)) lines += as_c_prints(where, found);
  return lines;
}

}  // namespace ocelli::internal::test
