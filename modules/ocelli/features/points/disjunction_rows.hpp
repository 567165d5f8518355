#pragma once

#include <cstddef>
#include <vector>

/// The points and areas of smooth disjunctions in the layout of their vector code.
///
/// Rows are padded: their length is a multiple of kPadding, and the padding is computed as well.
namespace ocelli::internal::disjunction_kernel {

inline constexpr std::size_t kPadding = 16;

constexpr std::size_t padded(std::size_t count) { return (count + kPadding - 1) / kPadding * kPadding; }

/// A rectangle of the image, both edges included.
struct Area {
  float left = 0, top = 0, right = 0, bottom = 0;
};

/// The points of a run of samples: the values of point k of sample i are at k * stride + i of each table. A
/// missing point is in no area, at (-1, -1).
struct Points {
  const float* x = nullptr;
  const float* y = nullptr;
  std::size_t points = 0, stride = 0, count = 0;
};

/// Areas as arrays of edges, padded with empty areas.
struct Areas {
  std::vector<float> left, top, right, bottom;

  std::size_t count() const { return left.size(); }
};

}  // namespace ocelli::internal::disjunction_kernel
