#include "ocelli/recognition/training/wavelet_pool.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <vector>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/features/haar/window_integrals.hpp"

namespace ocelli::internal {

PointTable point_table(const Samples& samples, const PointWindowOptions& options) {
  require(samples.shape.has_value(), Kind::training, "interest points require images");
  const std::size_t points = static_cast<std::size_t>(options.points.count), count = samples.count();
  PointTable table{{samples.shape->width, samples.shape->height, points, count,
                    std::vector<float>(points * count, -1.0f), std::vector<float>(points * count, -1.0f)},
                   TrainingWindows(options.side, options.side)};
  const cv::Mat blank(options.side, options.side, CV_8U, cv::Scalar(0));
  std::vector<cv::Mat> windows(points * count, blank);
  tbb::enumerable_thread_specific<PointWindows> scratch;
  parallel_for(std::size_t{0}, count, [&](std::size_t i) {
    PointWindows& own = scratch.local();
    own.assign(samples.row(i), *samples.shape, options);
    for (std::size_t k = 0; k < own.points().size(); ++k) {
      table.places.x[k * count + i] = static_cast<float>(own.points()[k].x);
      table.places.y[k * count + i] = static_cast<float>(own.points()[k].y);
      windows[k * count + i] = own.window(k).clone();
    }
  });
  table.windows.reserve(windows.size());
  for (const cv::Mat& window : windows) table.windows.add(window);
  return table;
}

LocalPool wavelet_pool(const PointTable& table, float min_deviation, std::span<const HaarFeature> wavelets) {
  return {table.places, bin_responses(wavelets, table.windows, 256, min_deviation)};
}

}  // namespace ocelli::internal
