#include "ocelli/imaging/pyramid.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "ocelli/core/error.hpp"
#include "ocelli/imaging/image.hpp"

namespace ocelli {
namespace {

/// A matrix of the given size on storage that grows but never shrinks.
cv::Mat on_storage(std::vector<std::uint8_t>& storage, int height, int width) {
  const std::size_t needed = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  if (storage.size() < needed) storage.resize(needed);
  return {height, width, CV_8UC1, storage.data()};
}

}  // namespace

std::vector<PyramidLevel> pyramid_levels(cv::Size image, cv::Size window, double first, double step,
                                         double last) {
  std::vector<PyramidLevel> levels;
  pyramid_levels(image, window, first, step, last, levels);
  return levels;
}

void pyramid_levels(cv::Size image, cv::Size window, double first, double step, double last,
                    std::vector<PyramidLevel>& levels) {
  require(first > 0 && step > 1, Kind::usage, "a pyramid needs a positive first scale and a step above 1");
  levels.clear();
  for (int k = 0;; ++k) {
    const double scale = first * std::pow(step, k);
    if (scale > last * (1 + 1e-9)) return;
    const int width = static_cast<int>(std::lround(image.width / scale));
    const int height = static_cast<int>(std::lround(image.height / scale));
    if (width < window.width || height < window.height) return;
    levels.push_back({width, height, static_cast<double>(image.width) / width,
                      static_cast<double>(image.height) / height});
  }
}

void Pyramid::assign(const cv::Mat& grey) {
  require_grey(grey);
  if (octaves_.empty()) octaves_.resize(1);
  octaves_[0] = grey;
  octave_count_ = 1;
}

const cv::Mat& Pyramid::octave_for(const PyramidLevel& level) {
  std::size_t wanted = 0;
  while (octaves_[0].cols >> (wanted + 1) >= level.width && octaves_[0].rows >> (wanted + 1) >= level.height)
    ++wanted;
  while (octave_count_ <= wanted) {
    if (octaves_.size() <= octave_count_) octaves_.resize(octave_count_ + 1);
    if (octave_pixels_.size() <= octave_count_) octave_pixels_.resize(octave_count_ + 1);
    const cv::Mat& finer = octaves_[octave_count_ - 1];
    cv::Mat halved =
        on_storage(octave_pixels_[octave_count_], std::max(1, finer.rows / 2), std::max(1, finer.cols / 2));
    cv::resize(finer, halved, halved.size(), 0, 0, cv::INTER_AREA);
    octaves_[octave_count_] = halved;
    ++octave_count_;
  }
  return octaves_[wanted];
}

const cv::Mat& Pyramid::reduce(const PyramidLevel& level) {
  const cv::Mat& octave = octave_for(level);
  if (octave.cols == level.width && octave.rows == level.height) return octave;
  level_ = on_storage(level_pixels_, level.height, level.width);
  cv::resize(octave, level_, level_.size(), 0, 0, cv::INTER_LINEAR);
  return level_;
}

}  // namespace ocelli
