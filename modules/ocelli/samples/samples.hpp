#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ocelli::internal {

/// The size of image samples, in pixels.
struct ImageShape {
  int width = 0, height = 0;

  std::size_t pixels() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
  friend bool operator==(const ImageShape&, const ImageShape&) = default;
};

/// A colored image consists of this many planes, one after the other: its gray levels, and its color
/// differences Cb and Cr (ITU-R BT.601), 128 where there is no color.
inline constexpr std::size_t kColorPlanes = 3;

/// One sample per row.
using SampleValues = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Samples for training or classification.
///
/// Each row of `values` contains one sample's raw values: those of a table, or the gray levels 0 .. 255 of an
/// image, row by row from the top left. `shape` distinguishes the two. Either all images of a set have colors
/// or none has: kColorPlanes. Labels are 0 .. classes - 1, one per row, or empty if they are unknown.
struct Samples {
  SampleValues values;
  std::optional<ImageShape> shape;
  std::vector<std::uint16_t> labels;
  std::vector<std::string> classes;  ///< names, in the order of the labels
  std::vector<float> weights = {};   ///< weight of each sample in training, at least 0; empty: all 1

  std::size_t count() const { return static_cast<std::size_t>(values.rows()); }
  std::size_t width() const { return static_cast<std::size_t>(values.cols()); }
  /// Whether code that reads `inputs` values can process each sample: all its values, or the gray levels of a
  /// colored image.
  bool gives(std::size_t inputs) const {
    return inputs == width() || (has_colors() && inputs == shape->pixels());
  }
  bool has_colors() const { return shape && width() == kColorPlanes * shape->pixels(); }
  std::span<const float> row(std::size_t sample) const { return {values.data() + sample * width(), width()}; }
};

/// The samples of the given rows, in their order.
/// Requires  rows < samples.count().
Samples take(const Samples& samples, std::span<const std::uint32_t> rows);

/// Converts colored images to gray ones. Others are unchanged.
Samples gray_levels(const Samples& samples);

/// The samples of both, concatenated; reuses the memory of `first` where possible. Throws Error(Kind::input)
/// when shapes, widths or classes differ.
Samples join(Samples first, const Samples& second);

/// Weights for samples, scaled to a mean of 1: only their ratios matter.
/// Throws  Error(Kind::usage) unless there are `samples` of them, all finite and none negative, and one is
/// above 0.
std::vector<float> scaled_weights(std::span<const double> weights, std::size_t samples);

/// Throws Error(Kind::usage) for samples with weights, for learners without support for them. `learner` is
/// its name.
void refuse_weights(const Samples& samples, const std::string& learner);

/// Throws Error(Kind::training) naming the first class without samples, which could not be learned. `where`
/// is the source of the samples.
void require_every_class(const Samples& samples, const std::string& where);

}  // namespace ocelli::internal
