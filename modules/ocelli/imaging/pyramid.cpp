#include "ocelli/imaging/pyramid.hpp"

#include <cmath>

#include "ocelli/core/error.hpp"
#include "ocelli/imaging/image.hpp"
#include "ocelli/imaging/resize_kernel.hpp"

namespace ocelli {
namespace {

/// A matrix of the given size on storage that grows but never shrinks, with room behind it for vector code.
cv::Mat on_storage(std::vector<std::uint8_t>& storage, int height, int width) {
  const std::size_t needed =
      static_cast<std::size_t>(height) * static_cast<std::size_t>(width) + resize_kernel::kPadding;
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
  // Products, not powers, whose last bit is not the same in every library.
  for (double scale = first;; scale *= step) {
    if (scale > last * (1 + 1e-9)) return;
    const int width = static_cast<int>(std::lround(image.width / scale));
    const int height = static_cast<int>(std::lround(image.height / scale));
    if (width < window.width || height < window.height) return;
    levels.push_back({width, height, static_cast<double>(image.width) / width,
                      static_cast<double>(image.height) / height});
  }
}

Pyramid::Pyramid() : scratch_(std::make_unique<resize_kernel::Scratch>()) {}
Pyramid::~Pyramid() = default;
Pyramid::Pyramid(Pyramid&&) noexcept = default;
Pyramid& Pyramid::operator=(Pyramid&&) noexcept = default;

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
    cv::Mat halved = on_storage(octave_pixels_[octave_count_], finer.rows / 2, finer.cols / 2);
    resize_kernel::halve(finer, halved, *scratch_);
    octaves_[octave_count_] = halved;
    ++octave_count_;
  }
  return octaves_[wanted];
}

const cv::Mat& Pyramid::reduce(const PyramidLevel& level) {
  const cv::Mat& octave = octave_for(level);
  if (octave.cols == level.width && octave.rows == level.height) return octave;
  level_ = on_storage(level_pixels_, level.height, level.width);
  resize_kernel::interpolate(octave, level_, *scratch_);
  return level_;
}

}  // namespace ocelli
