#include "ocelli/imaging/components.hpp"

#include <numeric>
#include <utility>

#include "ocelli/imaging/ink_runs.hpp"

namespace ocelli::internal {

Components connected_components(const cv::Mat& ink) {
  InkRuns page = find_ink_runs(ink);
  Components found;
  found.starts.assign(page.list.size() + 1, 0);
  for (const InkRun& run : page.runs) ++found.starts[run.component + 1];
  std::partial_sum(found.starts.begin(), found.starts.end(), found.starts.begin());

  std::vector<std::size_t> next(found.starts.begin(), found.starts.end() - 1);
  found.runs.resize(page.runs.size());
  for (int y = 0; y < page.size.height; ++y) {
    for (const InkRun& run : page.row(y)) found.runs[next[run.component]++] = {y, run.begin, run.end};
  }
  found.list = std::move(page.list);
  return found;
}

}  // namespace ocelli::internal
