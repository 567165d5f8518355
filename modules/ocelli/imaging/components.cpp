#include "ocelli/imaging/components.hpp"

#include <opencv2/imgproc.hpp>

#include "ocelli/imaging/image.hpp"

namespace ocelli {

Components connected_components(const cv::Mat& ink) {
  require_grey(ink);
  Components found;
  cv::Mat stats, centres;
  const int count =
      cv::connectedComponentsWithStats(ink, found.labels, stats, centres, 8, CV_32S, cv::CCL_SPAGHETTI);
  found.list.reserve(static_cast<std::size_t>(count - 1));
  for (int label = 1; label < count; ++label) {
    const int* const row = stats.ptr<int>(label);
    found.list.push_back(
        {{row[cv::CC_STAT_LEFT], row[cv::CC_STAT_TOP], row[cv::CC_STAT_WIDTH], row[cv::CC_STAT_HEIGHT]},
         static_cast<std::uint32_t>(row[cv::CC_STAT_AREA])});
  }
  return found;
}

}  // namespace ocelli
