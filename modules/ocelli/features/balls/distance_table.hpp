#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// |x - v|^2, summed in float in the order of the coordinates.
float squared_distance(std::span<const float> x, std::span<const float> v);

/// The vector nearest to a point, and its distance.
struct Nearest {
  std::uint32_t vector = 0;
  float squared_distance = 0;
};

/// Squared distances from points to many fixed vectors.
///
/// Each distance equals squared_distance() to the last bit on every machine: the kernel's lanes run over the
/// vectors, not over the coordinates, without fused operations.
/// Memory  a copy of the vectors, rounded up to a multiple of 32 vectors.
class DistanceTable {
 public:
  /// One vector per row.
  /// Requires  at least one row and one column.
  explicit DistanceTable(const SampleValues& vectors);

  std::size_t size() const { return size_; }
  std::size_t dimensions() const { return dimensions_; }
  /// Distances stored per point: size() plus padding.
  std::size_t stride() const { return panels_.size() / dimensions_; }

  /// distances[i * stride() + v] = |x_i - v|^2 for consecutively stored points.
  /// Cost  one subtraction, product and sum per point, vector and coordinate. Each call reads the vectors
  /// once, so pass dozens of points.
  void measure(std::span<const float> points, std::span<float> distances) const;

  /// The nearest vector of every row, in parallel. Ties go to the lower index.
  std::vector<Nearest> nearest(const SampleValues& points) const;

 private:
  std::size_t size_, dimensions_;
  std::vector<float> panels_;  ///< 32 vectors per panel, coordinate by coordinate
};

}  // namespace ocelli::internal
