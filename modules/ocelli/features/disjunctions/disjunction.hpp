#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ocelli::internal {

/// A rectangle of pixels.
struct PlaceArea {
  std::uint16_t x = 0, y = 0, width = 0, height = 0;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("x", self.x);
    visit("y", self.y);
    visit("width", self.width);
    visit("height", self.height);
  }

  bool holds(int px, int py) const { return px >= x && px < x + width && py >= y && py < y + height; }
  friend bool operator==(const PlaceArea&, const PlaceArea&) = default;
};

/// A local feature psi, and the area of the image where it is evaluated.
///
///   g = 1 - 2 / (1 + sum over points in the area of exp psi(point))
///
/// Only psi depends on a point's appearance: learning receives psi at the points, however it was computed.
/// Source  multi-layer boosting section 3.
struct Disjunction {
  std::uint32_t feature = 0;
  PlaceArea area;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("feature", self.feature);
    visit("area", self.area);
  }

  friend bool operator==(const Disjunction&, const Disjunction&) = default;
};

/// psi is clamped here so that its exponential stays finite. The disjunction reaches 1 long before.
inline constexpr float kLargestPsi = 40;

}  // namespace ocelli::internal

/// The points and areas of smooth disjunctions in the layout of their vector code.
///
/// Rows are padded to a multiple of kPadding, and the padding is computed as well.
namespace ocelli::internal::disjunction_kernel {

inline constexpr std::size_t kPadding = 16;

constexpr std::size_t padded(std::size_t count) { return (count + kPadding - 1) / kPadding * kPadding; }

/// A rectangle of the image, both edges included.
struct Area {
  float left = 0, top = 0, right = 0, bottom = 0;
};

/// The points of a run of samples. In each table, point k of sample i is at k * stride + i. A missing point
/// is at (-1, -1), outside all areas.
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

/// Converts the area to inclusive edges.
inline Area edges(const PlaceArea& area) {
  const float x = area.x, y = area.y;
  return {x, y, x + static_cast<float>(area.width) - 1, y + static_cast<float>(area.height) - 1};
}

}  // namespace ocelli::internal::disjunction_kernel
