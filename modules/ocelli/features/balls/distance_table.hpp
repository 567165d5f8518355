#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/data/samples/samples.hpp"

namespace ocelli {

/// |x - v|^2, added up in float in the order of the coordinates.
float squared_distance(std::span<const float> x, std::span<const float> v);

/// The vector nearest to a point, and how far it is.
struct Nearest {
  std::uint32_t vector = 0;
  float squared_distance = 0;
};

/// Squared distances from any point to all of many fixed vectors.
///
/// Each is squared_distance() to the last bit, on every machine: the kernel's lanes run over the vectors, not
/// over the coordinates, and nothing is fused. Memory: a copy of the vectors, rounded up to a multiple of 32
/// of them.
class DistanceTable {
 public:
  /// One vector a row. Requires  at least one row and one column.
  explicit DistanceTable(const SampleValues& vectors);

  std::size_t size() const { return size_; }
  std::size_t dimensions() const { return dimensions_; }
  /// Distances kept for a point: size() and some padding.
  std::size_t stride() const { return panels_.size() / dimensions_; }

  /// distances[i * stride() + v] = |x_i - v|^2 for points lying one after the other. Cost  one subtraction,
  /// product and sum a point, vector and coordinate; vectors are read once a call, so give some dozens of
  /// points.
  void measure(std::span<const float> points, std::span<float> distances) const;

  /// The nearest vector of every row, ties to the lower number; in parallel.
  std::vector<Nearest> nearest(const SampleValues& points) const;

 private:
  std::size_t size_, dimensions_;
  std::vector<float> panels_;  ///< 32 vectors a panel, coordinate by coordinate
};

}  // namespace ocelli
