#include "ocelli/features/balls/kmeans.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/features/balls/distance_table.hpp"

namespace ocelli::internal {
namespace {

using RowSum = Eigen::RowVectorXd;

/// Converts the sum of a center's points to the center.
using Centre = RowSum (*)(const RowSum& sum, std::size_t count);

RowSum mean(const RowSum& sum, std::size_t count) { return sum / static_cast<double>(count); }

/// Opposite points may sum to zero. Any direction is then as good as another.
RowSum direction(const RowSum& sum, std::size_t) {
  const double length = sum.norm();
  return length > 0 ? RowSum(sum / length) : RowSum(RowSum::Unit(sum.size(), 0));
}

SampleValues some_rows(const SampleValues& points, std::size_t count, std::uint64_t seed) {
  const std::vector<std::uint32_t> order = permutation(static_cast<std::uint32_t>(points.rows()), seed);
  SampleValues rows(std::min(count, order.size()), points.cols());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) rows.row(i) = points.row(order[i]);
  return rows;
}

/// Draws an index with probability proportional to its weight, or uniformly if all weights are 0.
std::size_t draw(std::span<const float> weights, Random& random) {
  double left = random.uniform() * std::accumulate(weights.begin(), weights.end(), 0.0);
  const auto drawn = std::ranges::find_if(weights, [&](float w) { return (left -= w) < 0; });
  return drawn == weights.end() ? random.below(weights.size()) : drawn - weights.begin();
}

/// k-means++: draws each center with probability proportional to the squared distance to the previous
/// centers.
SampleValues first_centers(const SampleValues& points, const KMeansOptions& options) {
  constexpr std::size_t kPointsPerCentre = 10;
  const SampleValues part = some_rows(points, kPointsPerCentre * options.centers, options.seed);
  SampleValues centers(options.centers, points.cols());
  Random random(hash(options.seed, {1}));
  Eigen::RowVectorXf far = Eigen::RowVectorXf::Constant(part.rows(), std::numeric_limits<float>::max());
  for (Eigen::Index c = 0; c < centers.rows(); ++c) {
    centers.row(c) = part.row(draw({far.data(), static_cast<std::size_t>(far.size())}, random));
    far = far.cwiseMin((part.rowwise() - centers.row(c)).rowwise().squaredNorm().transpose());
  }
  return centers;
}

/// The points of every center, in ascending order: those of c lie at first[c] .. first[c + 1] - 1.
struct Members {
  std::vector<std::uint32_t> points, first;

  Members(std::span<const Nearest> nearest, std::size_t centers)
      : points(nearest.size()), first(centers + 2) {
    for (const Nearest& n : nearest) ++first[n.vector + 2];
    std::partial_sum(first.begin(), first.end(), first.begin());
    for (std::uint32_t i = 0; i < nearest.size(); ++i) points[first[nearest[i].vector + 1]++] = i;
    first.pop_back();
  }
  std::span<const std::uint32_t> of(std::size_t center) const {
    return std::span(points).subspan(first[center], first[center + 1] - first[center]);
  }
};

/// The `count` points farthest from their centers, farthest first.
std::vector<std::uint32_t> farthest(std::span<const Nearest> nearest, std::size_t count) {
  std::vector<std::uint32_t> order(nearest.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(count), [&](auto a, auto b) {
    if (nearest[a].squared_distance != nearest[b].squared_distance) {
      return nearest[a].squared_distance > nearest[b].squared_distance;
    }
    return a < b;
  });
  order.resize(count);
  return order;
}

void move_empty(const SampleValues& points, std::span<const Nearest> nearest, const Members& members,
                Centre center, SampleValues& centers) {
  std::vector<std::size_t> empty;
  for (std::size_t c = 0; c < static_cast<std::size_t>(centers.rows()); ++c) {
    if (members.of(c).empty()) empty.push_back(c);
  }
  if (empty.empty()) return;
  const std::vector<std::uint32_t> homes = farthest(nearest, empty.size());
  for (std::size_t e = 0; e < empty.size(); ++e) {
    centers.row(empty[e]) = center(points.row(homes[e]).cast<double>(), 1).cast<float>();
  }
}

void move(const SampleValues& points, std::span<const Nearest> nearest, Centre center,
          SampleValues& centers) {
  const Members members(nearest, centers.rows());
  parallel_for(std::size_t{0}, static_cast<std::size_t>(centers.rows()), [&](std::size_t c) {
    if (members.of(c).empty()) return;
    RowSum sum = RowSum::Zero(points.cols());
    for (const std::uint32_t point : members.of(c)) sum += points.row(point).cast<double>();
    centers.row(c) = center(sum, members.of(c).size()).cast<float>();
  });
  move_empty(points, nearest, members, center, centers);
}

/// Records each point's nearest center. Returns whether anything has changed.
bool record(std::span<const Nearest> nearest, Clusters& clusters) {
  double inertia = 0;
  bool changed = false;
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    inertia += nearest[i].squared_distance;
    changed |= std::exchange(clusters.nearest[i], nearest[i].vector) != nearest[i].vector;
  }
  clusters.inertia.push_back(inertia);
  return changed;
}

Clusters cluster(const SampleValues& points, const KMeansOptions& options, Centre center) {
  options.validate();
  const auto count = static_cast<std::size_t>(points.rows());
  require(count >= options.centers, Kind::training, [&] {
    return std::to_string(count) + " points cannot make " + std::to_string(options.centers) +
           " clusters: use fewer clusters or more points";
  });
  Clusters clusters{first_centers(points, options), std::vector<std::uint32_t>(count, UINT32_MAX), {}};
  for (Eigen::Index c = 0; c < clusters.centers.rows(); ++c) {
    clusters.centers.row(c) = center(clusters.centers.row(c).cast<double>(), 1).cast<float>();
  }
  std::vector<Nearest> nearest = DistanceTable(clusters.centers).nearest(points);
  for (std::size_t i = 0; i < options.iterations; ++i) {
    move(points, nearest, center, clusters.centers);
    nearest = DistanceTable(clusters.centers).nearest(points);
    if (!record(nearest, clusters)) break;
  }
  return clusters;
}

}  // namespace

void KMeansOptions::validate() const {
  require(centers >= 1, Kind::usage, "clustering needs at least one center");
  require(iterations >= 1, Kind::usage, "clustering needs at least one iteration");
}

Clusters kmeans(const SampleValues& points, const KMeansOptions& options) {
  return cluster(points, options, mean);
}

Clusters spherical_kmeans(const SampleValues& points, const KMeansOptions& options) {
  return cluster(points, options, direction);
}

}  // namespace ocelli::internal
