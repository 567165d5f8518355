#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// The vector code of smooth disjunctions (not for other programs). Written once with Highway, compiled for every
/// instruction set, chosen at run time.
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

/// out[i] = 1 - 2 / (1 + S) where S is the sum of e over sample i's points in the area: a smooth disjunction of the
/// numbers psi whose exponentials e are (multi-layer boosting section 3.2).
/// Cost  about 7 operations a point and sample.
void values(const Points& points, const float* e, const Area& area, float* out);

/// Areas side by side: rows of edges, padded with areas that hold nothing.
struct Areas {
  std::vector<float> left, top, right, bottom;

  std::size_t count() const { return left.size(); }
};

/// The same for one sample, whose points are at x, y, and many areas: a value for each of them in `out`.
void values(const Areas& areas, std::span<const float> x, std::span<const float> y, std::span<const float> e,
            float* out);

/// derivative[k * stride + i] += by_value[i] * (derivative of the disjunction by psi of the point), 2 e / (1 + S)^2 in
/// the area and 0 elsewhere.
void add_derivatives(const Points& points, const float* e, const Area& area, const float* by_value,
                     float* derivative);

}  // namespace ocelli::disjunction_kernel
