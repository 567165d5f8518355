#include "ocelli/detection/training/opencv/window_tables.hpp"

#include <oneapi/tbb/blocked_range.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <opencv2/imgproc.hpp>

#include "ocelli/core/parallel.hpp"

namespace ocelli::internal {
namespace {

/// The factor of a window's Haar responses: 1 / (area x deviation) of the window without its one-pixel
/// border, from the sums of these pixels and of their squares. 0 for windows with a deviation of 10 gray
/// levels or less, which OpenCV rejects.
/// Source  HaarEvaluator::setWindow of OpenCV 4.
inline float opencv_inverse_norm(int sum, std::uint32_t squares, double area) {
  const double norm = area * squares - static_cast<double>(sum) * sum;
  if (norm <= 0) return 0;
  const auto inverse = static_cast<float>(1. / std::sqrt(norm));
  return area * inverse < 1e-1 ? inverse : 0.0f;
}

constexpr std::size_t kBlock = 1024;

template <class Number>
Number inner_sum(const cv::Mat& table, int w, int h) {
  const auto at = [&](int y, int x) { return static_cast<Number>(table.at<int>(y, x)); };
  return at(1, 1) - at(1, w - 1) - at(h - 1, 1) + at(h - 1, w - 1);
}

/// A position in an integral image and the sign of its entry.
struct Corner {
  int y, x, sign;
};

std::array<Corner, 4> corners(const OpenCvRect& r, bool tilted) {
  if (!tilted)
    return {{{r.y, r.x, 1}, {r.y, r.x + r.w, -1}, {r.y + r.h, r.x, -1}, {r.y + r.h, r.x + r.w, 1}}};
  return {{{r.y, r.x, 1},
           {r.y + r.h, r.x - r.h, -1},
           {r.y + r.w, r.x + r.w, -1},
           {r.y + r.w + r.h, r.x + r.w - r.h, 1}}};
}

}  // namespace

OpenCvWindowTables::OpenCvWindowTables(const TrainingWindows& windows, bool tilted)
    : columns_(windows.width() + 1), inverse_norms_(windows.size()) {
  const int h = windows.height(), w = windows.width();
  const std::size_t entries =
      static_cast<std::size_t>(columns_) * static_cast<std::size_t>(h + 1) * windows.size();
  sums_.resize(entries);
  if (tilted) tilted_.resize(entries);
  const auto copy = [&](const cv::Mat& table, std::vector<std::int32_t>& to, std::size_t i) {
    for (int y = 0; y <= h; ++y) {
      const int* from = table.ptr<int>(y);
      std::int32_t* entry = to.data() + static_cast<std::size_t>(y * columns_) * size() + i;
      for (int x = 0; x <= w; ++x, entry += size()) *entry = from[x];
    }
  };
  ocelli::internal::parallel_for(
      tbb::blocked_range<std::size_t>(0, windows.size(), 256), [&](const auto& range) {
        cv::Mat sum, squares, slanted;
        for (std::size_t i = range.begin(); i != range.end(); ++i) {
          if (tilted) {
            cv::integral(windows.image(i), sum, squares, slanted, CV_32S, CV_32S);
            copy(slanted, tilted_, i);
          } else {
            cv::integral(windows.image(i), sum, squares, CV_32S, CV_32S);
          }
          copy(sum, sums_, i);
          inverse_norms_[i] = opencv_inverse_norm(inner_sum<int>(sum, w, h),
                                                  inner_sum<std::uint32_t>(squares, w, h), (w - 2) * (h - 2));
        }
      });
}

void OpenCvWindowTables::respond(const OpenCvHaar& feature, std::span<float> responses) const {
  const std::vector<std::int32_t>& table = feature.tilted ? tilted_ : sums_;
  std::array<float, kBlock> total;
  std::array<std::int32_t, kBlock> sum;
  for (std::size_t begin = 0; begin < size(); begin += kBlock) {
    const std::size_t count = std::min(kBlock, size() - begin);
    std::fill_n(total.begin(), count, 0.0f);
    for (const OpenCvRect& rect : feature.rects) {
      std::fill_n(sum.begin(), count, 0);
      for (const Corner& corner : corners(rect, feature.tilted)) {
        const std::int32_t* entries = row(table, corner.y, corner.x) + begin;
        for (std::size_t i = 0; i < count; ++i) sum[i] += corner.sign * entries[i];
      }
      for (std::size_t i = 0; i < count; ++i) total[i] += rect.weight * static_cast<float>(sum[i]);
    }
    for (std::size_t i = 0; i < count; ++i) responses[begin + i] = total[i] * inverse_norms_[begin + i];
  }
}

void OpenCvWindowTables::respond(const OpenCvLbp& feature, std::span<std::uint8_t> categories) const {
  // Clockwise from the top left, highest bit first.
  constexpr std::array<std::array<int, 2>, 8> kAround{
      {{0, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 2}, {2, 1}, {2, 0}, {1, 0}}};
  const auto sum_block = [&](int line, int column, std::size_t begin, std::size_t count,
                             std::array<std::int32_t, kBlock>& sum) {
    const int y = feature.y + line * feature.h, x = feature.x + column * feature.w;
    const std::int32_t *a = row(sums_, y, x) + begin, *b = row(sums_, y, x + feature.w) + begin;
    const std::int32_t* c = row(sums_, y + feature.h, x) + begin;
    const std::int32_t* d = row(sums_, y + feature.h, x + feature.w) + begin;
    for (std::size_t i = 0; i < count; ++i) sum[i] = a[i] - b[i] - c[i] + d[i];
  };
  std::array<std::int32_t, kBlock> middle, other, category;
  for (std::size_t begin = 0; begin < size(); begin += kBlock) {
    const std::size_t count = std::min(kBlock, size() - begin);
    sum_block(1, 1, begin, count, middle);
    std::fill_n(category.begin(), count, 0);
    for (const auto& [line, column] : kAround) {
      sum_block(line, column, begin, count, other);
      for (std::size_t i = 0; i < count; ++i)
        category[i] = 2 * category[i] + static_cast<int>(other[i] >= middle[i]);
    }
    for (std::size_t i = 0; i < count; ++i) categories[begin + i] = static_cast<std::uint8_t>(category[i]);
  }
}

}  // namespace ocelli::internal
