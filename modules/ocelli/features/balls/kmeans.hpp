#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

struct KMeansOptions {
  std::size_t centers = 1000;
  std::size_t iterations = 20;  ///< maximum; stops earlier when no point changes its center
  std::uint64_t seed = 1;

  void validate() const;
};

/// The result of a clustering.
struct Clusters {
  SampleValues centers;                ///< one per row
  std::vector<std::uint32_t> nearest;  ///< each point's center
  /// After each iteration, the sum of squared distances to the nearest center.
  std::vector<double> inertia;
};

/// k-means: clusters points (one per row) around centers to minimize the sum of squared distances. Lloyd's
/// iteration starts from centers drawn by k-means++ from a random subset of the points, ten per center.
///
/// A center without points moves to the point farthest from its own center. The inertia never rises (apart
/// from rounding) and is the same for any number of threads.
/// Throws    Error(Kind::training) when there are fewer points than centers.
/// Cost      per iteration, points x centers x coordinates x 3 operations, in parallel; 12 bytes per point.
/// Source    Lloyd 1982; Arthur and Vassilvitskii 2007.
Clusters kmeans(const SampleValues& points, const KMeansOptions& options);

/// The same with unit-length centers, each in the direction of the sum of its points. The nearest center is
/// the one with the largest inner product.
/// Source  Dhillon and Modha 2001.
Clusters spherical_kmeans(const SampleValues& points, const KMeansOptions& options);

}  // namespace ocelli::internal
