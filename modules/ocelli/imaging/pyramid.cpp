#include "ocelli/imaging/pyramid.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>

#include "ocelli/core/require.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/imaging/resize_kernel.hpp"

namespace ocelli::internal {
namespace {

/// A matrix of the given size on storage that grows but never shrinks, padded for vector code.
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
  add_pyramid_levels(image, window, {.first = first, .step = step, .last = last}, levels);
  return levels;
}

void add_pyramid_levels(cv::Size image, cv::Size window, const PyramidScales& scales,
                        std::vector<PyramidLevel>& levels) {
  const auto& [first, step, last, stretch] = scales;
  require(first > 0 && step > 1, Kind::usage, "a pyramid needs a positive first scale and a step above 1");
  std::uint32_t number = 0;
  // Products, because the last bit of powers differs between libraries.
  for (double scale = first;; scale *= step) {
    if (scale > last * (1 + 1e-9)) return;
    const int width = static_cast<int>(std::lround(image.width / (scale * stretch)));
    const int height = static_cast<int>(std::lround(image.height / (scale / stretch)));
    if (width < window.width || height < window.height) return;
    levels.push_back({.width = width,
                      .height = height,
                      .scale_x = static_cast<double>(image.width) / width,
                      .scale_y = static_cast<double>(image.height) / height,
                      .number = number++});
  }
}

LevelRows::LevelRows() : scratch_(std::make_unique<resize_kernel::Scratch>()) {}
LevelRows::~LevelRows() = default;
LevelRows::LevelRows(LevelRows&&) noexcept = default;
LevelRows& LevelRows::operator=(LevelRows&&) noexcept = default;

void Pyramid::assign(const cv::Mat& gray) {
  require_gray(gray);
  if (octaves_.empty()) octaves_.resize(1);
  octaves_[0] = gray;
  octave_count_ = 1;
}

std::size_t Pyramid::octave_of(const PyramidLevel& level) const {
  std::size_t halvings = 0;
  while (octaves_[0].cols >> (halvings + 1) >= level.width &&
         octaves_[0].rows >> (halvings + 1) >= level.height)
    ++halvings;
  return halvings;
}

void Pyramid::prepare(const PyramidLevel& smallest) { prepare_octaves(octave_of(smallest)); }

const cv::Mat& Pyramid::octave(std::size_t halvings) const {
  return octaves_[std::min(halvings, octave_count_ - 1)];
}

void Pyramid::prepare_octaves(std::size_t halvings) {
  const int shorter = std::min(octaves_[0].cols, octaves_[0].rows);
  std::size_t last = halvings;
  while (last > 0 && shorter >> last == 0) --last;
  if (octaves_.size() <= last) octaves_.resize(last + 1);
  if (octave_pixels_.size() <= last) octave_pixels_.resize(last + 1);
  for (; octave_count_ <= last; ++octave_count_) {
    const cv::Mat& finer = octaves_[octave_count_ - 1];
    cv::Mat halved = on_storage(octave_pixels_[octave_count_], finer.rows / 2, finer.cols / 2);
    resize_kernel::halve(finer, halved, *rows_.scratch_);
    octaves_[octave_count_] = halved;
  }
}

const cv::Mat& Pyramid::reduce(const PyramidLevel& level, int first, int end, LevelRows& rows) const {
  const cv::Mat& octave = octaves_[octave_of(level)];
  const bool is_octave = octave.cols == level.width && octave.rows == level.height;
  const cv::Size margin = level.margin;
  const bool has_margin = margin != cv::Size(0, 0);
  if (is_octave && !has_margin) return rows.image_ = octave.rowRange(first, end);
  const int above = std::max(0, margin.height - first);
  const int below = std::max(0, end - margin.height - level.height);
  const cv::Range own(first + above - margin.height, end - below - margin.height);
  rows.image_ = on_storage(rows.pixels_, end - first, level.whole().width);
  cv::Mat inside = rows.image_(cv::Rect(margin.width, above, level.width, own.size()));
  if (is_octave) {
    octave.rowRange(own).copyTo(inside);
  } else {
    resize_kernel::interpolate(octave, level.height, own.start, inside, *rows.scratch_);
  }
  // Isolated: otherwise OpenCV would treat the margin as pixels of the image.
  if (has_margin)
    cv::copyMakeBorder(inside, rows.image_, above, below, margin.width, margin.width,
                       cv::BORDER_REPLICATE | cv::BORDER_ISOLATED);
  return rows.image_;
}

const cv::Mat& Pyramid::reduce(const PyramidLevel& level) {
  prepare(level);
  return reduce(level, 0, level.whole().height, rows_);
}

}  // namespace ocelli::internal
