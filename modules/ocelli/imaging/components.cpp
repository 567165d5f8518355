#include "ocelli/imaging/components.hpp"

#include <algorithm>
#include <utility>

#include "ocelli/imaging/ink_runs.hpp"

namespace ocelli {

Components connected_components(const cv::Mat& ink) {
  InkRuns page = find_ink_runs(ink);
  Components found;
  found.labels = cv::Mat::zeros(page.size, CV_32SC1);
  for (int y = 0; y < page.size.height; ++y) {
    int* const labels = found.labels.ptr<int>(y);
    for (const InkRun& run : page.row(y))
      std::fill(labels + run.begin, labels + run.end, static_cast<int>(run.component) + 1);
  }
  found.list = std::move(page.list);
  return found;
}

}  // namespace ocelli
