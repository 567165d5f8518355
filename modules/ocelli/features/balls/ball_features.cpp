#include "ocelli/features/balls/ball_features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/features/balls/distance_table.hpp"
#include "ocelli/features/balls/kmeans.hpp"

namespace ocelli::internal {
namespace {

const std::uint8_t kZero = 128, kOne = 255;  // bytes of kSignedUnit

std::span<const float> row(const SampleValues& values, std::size_t i) {
  return {values.row(static_cast<Eigen::Index>(i)).data(), static_cast<std::size_t>(values.cols())};
}

SampleValues evenly_taken(const SampleValues& points, Eigen::Index max) {
  const Eigen::Index step = (points.rows() + max - 1) / max;
  return points(Eigen::seq(0, Eigen::last, step), Eigen::all);
}

/// The radii around a center, given the sorted squared distances to samples.
std::vector<float> quantile_radii(std::span<const float> squared_distances, std::size_t count) {
  std::vector<float> radii;
  for (std::size_t j = 1; j <= count; ++j) {
    const std::size_t held = std::max<std::size_t>(1, squared_distances.size() * j / count);
    const float farthest = std::sqrt(squared_distances[held - 1]);
    // Slightly more than the distance of the last sample inside, which must be smaller than the radius.
    radii.push_back(std::max(farthest * 1.000001f, std::numeric_limits<float>::min()));
  }
  return radii;
}

std::vector<Ball> balls_around(const SampleValues& centers, const SampleValues& points, std::size_t radii) {
  const auto count = static_cast<std::size_t>(centers.rows());
  std::vector<Ball> balls(count * radii);
  parallel_for(std::size_t{0}, count, [&](std::size_t c) {
    std::vector<float> distances;
    for (std::size_t i = 0; i < static_cast<std::size_t>(points.rows()); ++i) {
      distances.push_back(squared_distance(row(points, i), row(centers, c)));
    }
    std::ranges::sort(distances);
    const std::vector<float> own = quantile_radii(distances, radii);
    for (std::size_t j = 0; j < radii; ++j) balls[c * radii + j] = {static_cast<std::uint32_t>(c), own[j]};
  });
  return balls;
}

}  // namespace

BallFeatures::BallFeatures(std::optional<PrincipalComponents> components, SampleValues anchors,
                           std::vector<InputRange> ranges, std::vector<Ball> balls)
    : components_(std::move(components)),
      anchors_(std::move(anchors)),
      ranges_(std::move(ranges)),
      balls_(std::move(balls)) {
  require_sound(ranges_);
  require(static_cast<std::size_t>(anchors_.cols()) == dimensions(), Kind::model,
          "anchors need a coordinate for each range");
  require(!components_ || components_->size() == dimensions(), Kind::model,
          "anchors need a coordinate for each principal component");
  require(anchors_.allFinite(), Kind::model, "anchors must be finite points");
  for (const Ball& ball : balls_) {
    require(ball.anchor < anchors_.rows() && std::isfinite(ball.radius) && ball.radius > 0, Kind::model,
            "a ball needs a known anchor and a positive radius");
  }
}

void BallFeatures::encode(std::span<const float> sample, std::span<std::uint8_t> codes) const {
  thread_local std::vector<float> projected, squared_distances;
  thread_local std::vector<std::uint8_t> inside;
  std::span<const float> point = sample;
  if (components_) {
    projected.resize(dimensions());
    components_->project(sample, projected);
    point = projected;
  }
  squared_distances.resize(static_cast<std::size_t>(anchors_.rows()));
  for (std::size_t a = 0; a < squared_distances.size(); ++a) {
    squared_distances[a] = squared_distance(point, row(anchors_, a));
  }
  inside.resize(width());
  encode_point(point, inside);
  std::ranges::fill(codes, kZero);
  for (std::size_t b = 0; b < balls_.size(); ++b) {
    if (!balls_[b].holds(squared_distances[balls_[b].anchor])) continue;
    std::ranges::copy(inside, codes.begin() + static_cast<std::ptrdiff_t>(b * width()));
  }
}

std::size_t BallFeatures::multiply_adds() const {
  const std::size_t projection = components_ ? inputs() * dimensions() : 0;
  return projection + static_cast<std::size_t>(anchors_.size());
}

BallFeatures BallFeatures::select(std::span<const std::uint32_t> groups) const {
  std::map<std::uint32_t, std::uint32_t> renumbered;
  std::vector<Eigen::Index> anchors;
  std::vector<Ball> balls;
  for (const std::uint32_t g : groups) {
    const auto [place, fresh] =
        renumbered.try_emplace(balls_[g].anchor, static_cast<std::uint32_t>(anchors.size()));
    if (fresh) anchors.push_back(balls_[g].anchor);
    balls.push_back({place->second, balls_[g].radius});
  }
  return {components_, anchors_(anchors, Eigen::all), ranges_, std::move(balls)};
}

SampleValues BallFeatures::points(const SampleValues& values) const {
  return components_ ? components_->project(values) : values;
}

void BallFeatures::encode_point(std::span<const float> point, std::span<std::uint8_t> codes) const {
  for (std::size_t d = 0; d < dimensions(); ++d) codes[d] = signed_unit_byte(ranges_[d].scaled(point[d]));
  codes[dimensions()] = kOne;
}

void BallPoolOptions::validate() const {
  require(components >= 1, Kind::usage, "balls need points of at least one component");
  require(centers >= 1, Kind::usage, "balls need at least one center");
  require(radii >= 1 && radii <= 255, Kind::usage, "a center may have 1 to 255 radii");
}

BallFeatures ball_candidates(const Samples& samples, const BallPoolOptions& options) {
  options.validate();
  require(samples.count() >= 2, Kind::training, "balls need at least two samples");
  std::optional<PrincipalComponents> components;
  if (samples.width() > options.components) {
    components = PrincipalComponents::of(samples.values, options.components);
  }
  const SampleValues points = components ? components->project(samples.values) : samples.values;
  const std::size_t centers = std::min(options.centers, samples.count());
  SampleValues anchors = kmeans(points, {.centers = centers, .seed = options.seed}).centers;
  std::vector<Ball> balls = balls_around(anchors, evenly_taken(points, 4000), options.radii);
  return {std::move(components), std::move(anchors), input_ranges(points), std::move(balls)};
}

InputShares BallFeatures::input_shares(std::size_t) const { return shares_of_all(inputs()); }

}  // namespace ocelli::internal
