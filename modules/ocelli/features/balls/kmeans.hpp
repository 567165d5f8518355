#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ocelli/data/samples/samples.hpp"

namespace ocelli {

struct KMeansOptions {
  std::size_t centres = 1000;
  std::size_t iterations = 20;  ///< at most; fewer when no point changes its centre any more
  std::uint64_t seed = 1;

  void validate() const;
};

/// Points in groups around centres.
struct Clusters {
  SampleValues centres;                ///< one a row
  std::vector<std::uint32_t> nearest;  ///< each point's centre
  std::vector<double> inertia;  ///< after each iteration, the sum of squared distances to the nearest centre
};

/// Groups points (one a row) around centres such that the sum of squared distances is small: Lloyd's
/// iteration from centres drawn by k-means++ out of a random part of the points, ten for each centre.
///
/// A centre that no point is nearest to moves to the point farthest from its own. The inertia never rises
/// (rounding aside) and is the same for any number of threads.
/// Throws    Error(Kind::training) when there are fewer points than centres.
/// Cost      of an iteration: points x centres x coordinates x 3 operations, in parallel; 12 bytes a point.
/// Source    Lloyd 1982; Arthur and Vassilvitskii 2007.
Clusters kmeans(const SampleValues& points, const KMeansOptions& options);

/// The same with centres of length 1, each pointing along the sum of its points: the nearest centre is the
/// one with the largest inner product. Source  Dhillon and Modha 2001.
Clusters spherical_kmeans(const SampleValues& points, const KMeansOptions& options);

}  // namespace ocelli
