#pragma once

#include <cstdint>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <vector>

namespace ocelli::internal {

namespace resize_kernel {
struct Scratch;
}

/// One scale of an image pyramid. A pixel of the level covers scale_x x scale_y source pixels.
struct PyramidLevel {
  int width = 0, height = 0;
  double scale_x = 1, scale_y = 1;
  cv::Size margin = {0, 0};  ///< pixels added on each side, which repeat those at the edge
  std::uint32_t number = 0;  ///< among the levels of the same aspect ratio, which follow each other

  /// The size including the margin.
  cv::Size whole() const { return {width + 2 * margin.width, height + 2 * margin.height}; }
};

/// The levels of a pyramid with reductions of first, first * step, first * step^2, ... source pixels per
/// pixel, as long as the reduction is at most `last` and a window of the given size fits. `first` below 1
/// enlarges. Requires first > 0 and step > 1.
std::vector<PyramidLevel> pyramid_levels(cv::Size image, cv::Size window, double first, double step,
                                         double last);

/// The scales of a pyramid: see pyramid_levels(). If `stretch` is not 1, levels are squeezed: their reduction
/// is larger by this factor horizontally and smaller vertically.
struct PyramidScales {
  double first = 1, step = 2, last = 1, stretch = 1;
};
/// The same, added to `levels`.
void add_pyramid_levels(cv::Size image, cv::Size window, const PyramidScales& scales,
                        std::vector<PyramidLevel>& levels);

/// Rows of one level of a pyramid and the buffers that compute them: working memory of one caller, reused
/// from level to level.
class LevelRows {
 public:
  LevelRows();
  ~LevelRows();
  LevelRows(LevelRows&&) noexcept;
  LevelRows& operator=(LevelRows&&) noexcept;

 private:
  friend class Pyramid;

  std::vector<std::uint8_t> pixels_;
  cv::Mat image_;
  std::unique_ptr<resize_kernel::Scratch> scratch_;
};

/// An image at several scales, computed one at a time.
///
/// Octaves are 2 x 2 averages. A level is interpolated linearly from the octave just above its size, so that
/// few pixels are skipped and few are read. Everything is computed in integers, so pixels are the same on
/// every machine. There is no allocation once the buffers have seen the largest image.
class Pyramid {
 public:
  /// Sets the source. Its pixels must not change until the last reduce(). Requires 8-bit gray.
  void assign(const cv::Mat& gray);

  /// The image at the size of `level`, with its margin; valid until the next call.
  /// Cost  one pass over the level's pixels, and one over each new octave.
  const cv::Mat& reduce(const PyramidLevel& level);

  /// Halves the source this many times, or until a side would have no pixel left.
  void prepare_octaves(std::size_t halvings);
  /// The source halved this many times, or as often as it has been; valid until the next assign().
  const cv::Mat& octave(std::size_t halvings) const;

  /// Computes the octaves that this level and larger ones of its aspect ratio are interpolated from.
  void prepare(const PyramidLevel& smallest);
  /// Rows first .. end - 1 of the image at the size of `level`, counted from the top of its margin. Requires
  /// more rows than the margin has on one side, and a pyramid prepared for the level. Valid until the next
  /// call with the same working memory. Any number of threads may call it, each with its own.
  const cv::Mat& reduce(const PyramidLevel& level, int first, int end, LevelRows& rows) const;

 private:
  /// How many times the source is halved for this level.
  std::size_t octave_of(const PyramidLevel& level) const;

  std::vector<cv::Mat> octaves_;  ///< octaves_[i] is the source reduced 2^i times
  std::vector<std::vector<std::uint8_t>> octave_pixels_;
  std::size_t octave_count_ = 0;
  LevelRows rows_;
};

}  // namespace ocelli::internal
