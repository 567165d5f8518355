#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ocelli/data/samples/samples.hpp"

namespace ocelli {

struct KMeansOptions {
  std::size_t centres = 1000;
  std::size_t iterations = 20;  ///< at most; stops when no point changes its centre
  std::uint64_t seed = 1;

  void validate() const;
};

/// The result of a clustering.
struct Clusters {
  SampleValues centres;                ///< one per row
  std::vector<std::uint32_t> nearest;  ///< each point's centre
  std::vector<double> inertia;  ///< after each iteration, the sum of squared distances to the nearest centre
};

/// k-means: clusters points (one per row) around centres so as to lower the sum of squared distances. Lloyd's
/// iteration from centres drawn by k-means++ from a random subset of the points, ten per centre.
///
/// A centre without points moves to the point farthest from its own centre. The inertia never rises
/// (rounding aside) and is the same for any number of threads.
/// Throws    Error(Kind::training) when there are fewer points than centres.
/// Cost      of an iteration: points x centres x coordinates x 3 operations, in parallel; 12 bytes per point.
/// Source    Lloyd 1982; Arthur and Vassilvitskii 2007.
Clusters kmeans(const SampleValues& points, const KMeansOptions& options);

/// The same with centres of length 1, each in the direction of the sum of its points: the nearest centre is the
/// one with the largest inner product. Source  Dhillon and Modha 2001.
Clusters spherical_kmeans(const SampleValues& points, const KMeansOptions& options);

}  // namespace ocelli
