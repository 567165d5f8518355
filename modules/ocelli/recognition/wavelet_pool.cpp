#include "ocelli/recognition/wavelet_pool.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <utility>

#include "ocelli/core/error.hpp"

namespace ocelli {

WaveletPool::WaveletPool(const Samples& samples, const PointWindowOptions& options,
                         std::vector<HaarFeature> wavelets)
    : windows_(windows_of(samples, options)), wavelets_(std::move(wavelets)) {}

WaveletPool::Windows WaveletPool::windows_of(const Samples& samples, const PointWindowOptions& options) {
  require(samples.shape.has_value(), Kind::training, "interest points are found in images only");
  const std::size_t points = static_cast<std::size_t>(options.points.count), count = samples.count();
  PointPlaces places{samples.shape->width,
                     samples.shape->height,
                     points,
                     count,
                     std::vector<float>(points * count, -1.0f),
                     std::vector<float>(points * count, -1.0f)};
  Patches patches(options.side, options.side);
  const cv::Mat blank(options.side, options.side, CV_8U, cv::Scalar(0));
  std::vector<cv::Mat> windows(points * count, blank);
  tbb::enumerable_thread_specific<PointWindows> scratch;
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
    PointWindows& own = scratch.local();
    own.assign(samples.row(i), *samples.shape, options);
    for (std::size_t k = 0; k < own.points().size(); ++k) {
      places.x[k * count + i] = static_cast<float>(own.points()[k].x);
      places.y[k * count + i] = static_cast<float>(own.points()[k].y);
      windows[k * count + i] = own.window(k).clone();
    }
  });
  patches.reserve(windows.size());
  for (const cv::Mat& window : windows) patches.add(window);
  return {std::move(places), PatchIntegrals(patches, options.deviation)};
}

BinnedResponses WaveletPool::respond(std::span<const std::uint32_t> candidates) const {
  std::vector<HaarFeature> chosen;
  chosen.reserve(candidates.size());
  for (const std::uint32_t c : candidates) chosen.push_back(wavelets_[c]);
  return bin_responses(chosen, windows_.integrals, 256);
}

}  // namespace ocelli
