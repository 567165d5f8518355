#pragma once

#include <cstddef>
#include <vector>

/// The points and areas of smooth disjunctions as their vector code reads them.
///
/// Rows are padded: their length is a multiple of kPadding, and what is in the padding is computed along.
namespace ocelli::disjunction_kernel {

inline constexpr std::size_t kPadding = 16;

constexpr std::size_t padded(std::size_t count) { return (count + kPadding - 1) / kPadding * kPadding; }

/// A rectangle of the image, both edges included.
struct Area {
  float left = 0, top = 0, right = 0, bottom = 0;
};

/// The points of a run of samples: the numbers of point k of sample i are at k * stride + i of each table. A point
/// that a sample does not have lies in no area, at (-1, -1).
struct Points {
  const float* x = nullptr;
  const float* y = nullptr;
  std::size_t points = 0, stride = 0, count = 0;
};

/// Areas side by side: rows of edges, padded with areas that hold nothing.
struct Areas {
  std::vector<float> left, top, right, bottom;

  std::size_t count() const { return left.size(); }
};

}  // namespace ocelli::disjunction_kernel
