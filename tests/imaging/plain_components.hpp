#pragma once

#include <algorithm>
#include <cstdint>
#include <opencv2/core.hpp>
#include <vector>

#include "ocelli/imaging/components.hpp"

namespace ocelli::internal::test {

struct PlainComponents {
  cv::Mat labels;  ///< each pixel's component index plus one; 0 for paper
  std::vector<Component> list;
};

/// Components by flood fill from each ink pixel that is not reached yet.
inline PlainComponents plain_components(const cv::Mat& ink) {
  PlainComponents found{cv::Mat::zeros(ink.size(), CV_32SC1), {}};
  const cv::Rect page({0, 0}, ink.size());
  for (int y = 0; y < ink.rows; ++y) {
    for (int x = 0; x < ink.cols; ++x) {
      if (ink.at<std::uint8_t>(y, x) == 0 || found.labels.at<int>(y, x) != 0) continue;
      Component component{{x, y, 1, 1}, 0};
      const int label = static_cast<int>(found.list.size()) + 1;
      std::vector<cv::Point> waiting = {{x, y}};
      found.labels.at<int>(y, x) = label;
      while (!waiting.empty()) {
        const cv::Point at = waiting.back();
        waiting.pop_back();
        ++component.area;
        component.box |= cv::Rect(at, cv::Size(1, 1));
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) {
            const cv::Point next(at.x + dx, at.y + dy);
            if (!page.contains(next) || ink.at<std::uint8_t>(next) == 0 || found.labels.at<int>(next) != 0)
              continue;
            found.labels.at<int>(next) = label;
            waiting.push_back(next);
          }
        }
      }
      found.list.push_back(component);
    }
  }
  return found;
}

}  // namespace ocelli::internal::test
