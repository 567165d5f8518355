#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <vector>

namespace ocelli::internal {

/// A table of cumulative sums: at(y, x) belongs to the pixel corner (x, y), so the table of an h x w image is
/// (h + 1) x (w + 1).
///
/// Entries are stored modulo 2^32. A difference of entries is therefore exact whenever the true sum over the
/// rectangle fits in 32 bits, however large the image: up to 2^24 pixels per rectangle for pixel sums, 256 x
/// 256 for squared sums.
///
/// Columns may be stored by phase: with P phases, column x is in phase x mod P at index x / P. Windows with a
/// step of P columns then have adjacent corners in memory, as vector code needs. reshape() reuses the memory,
/// so a table that is kept across frames allocates once.
class IntegralTable {
 public:
  IntegralTable() = default;

  /// Allocates for an image of the given size. Entries are unspecified afterwards. Requires phases >= 1.
  void reshape(int image_height, int image_width, int phases = 1);

  int image_height() const { return height_; }
  int image_width() const { return width_; }
  int phases() const { return phases_; }
  /// The number of entries from one row to the next.
  std::size_t stride() const { return stride_; }

  /// The index in data() of the entry for (y, x).
  std::size_t index(int y, int x) const {
    return static_cast<std::size_t>(y) * stride_ + static_cast<std::size_t>(x % phases_) * phase_stride_ +
           static_cast<std::size_t>(x / phases_);
  }
  /// The column and the row of the entry at an index in data().
  int column_at(std::size_t place) const {
    const std::size_t in_row = place % stride_;
    return static_cast<int>(in_row % phase_stride_) * phases_ + static_cast<int>(in_row / phase_stride_);
  }
  int row_at(std::size_t place) const { return static_cast<int>(place / stride_); }
  std::uint32_t at(int y, int x) const { return data_[index(y, x)]; }
  const std::uint32_t* data() const { return data_.data(); }
  std::uint32_t* data() { return data_.data(); }

  /// The sum over the pixels of the rectangle with top left (x, y). Requires a rectangle inside the image.
  /// Cost O(1).
  std::uint32_t sum(int x, int y, int w, int h) const {
    return at(y + h, x + w) - at(y, x + w) - at(y + h, x) + at(y, x);
  }

 private:
  std::vector<std::uint32_t> data_;
  int height_ = 0, width_ = 0, phases_ = 1;
  std::size_t phase_stride_ = 1, stride_ = 1;
};

/// Sums over upright rectangles (Viola and Jones 2001; floatboost section 5).
/// Requires  8-bit, one channel.
/// Throws    Error(Kind::image) for any other image, naming its type.
/// Cost      one pass over the pixels; 4 (h + 1)(w + 1) bytes.
void integrate(const cv::Mat& gray, IntegralTable& sum, int phases = 1);

/// The same plus the sums of squared pixels, in one pass.
void integrate(const cv::Mat& gray, IntegralTable& sum, IntegralTable& squared, int phases = 1);

/// The same, plus the lower 16 bits of each entry of the sums, in the same places. Their difference, as a
/// signed number, is exact when the true one is from -32,768 to 32,767. Vector code reads twice as many at a
/// time. Takes 2 (h + 1)(w + 1) bytes more.
void integrate(const cv::Mat& gray, IntegralTable& sum, IntegralTable& squared,
               std::vector<std::int16_t>& halves, int phases = 1);

/// Cumulative sums for rectangles tilted by 45 degrees (Lienhart and Maydt 2002). at(y, x) is the sum over
/// the pixels (i, j), row j < y, with |i + 1 - x| <= y - 1 - j: the upward triangle with its apex at pixel (x
/// - 1, y - 1).
IntegralTable integrate_tilted(const cv::Mat& gray);
/// The same in an existing table, reusing its memory.
void integrate_tilted(const cv::Mat& gray, IntegralTable& tilted, int phases = 1);

/// The sum over the tilted rectangle with its top corner at (x, y), `w` pixels long to the lower right and
/// `h` to the lower left: 2 w h pixels. Requires x - h >= 0, x + w <= width, y + w + h <= height of the
/// table's image.
std::uint32_t tilted_sum(const IntegralTable& tilted, int x, int y, int w, int h);

}  // namespace ocelli::internal
