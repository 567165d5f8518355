#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ocelli/features/input_share.hpp"
#include "ocelli/features/tabular/input_range.hpp"
#include "ocelli/features/tabular/principal_components.hpp"
#include "ocelli/model_io/flatbuffers_fwd.hpp"

namespace ocelli::internal {

namespace schema {
struct BallFeatures;
}

struct Ball {
  std::uint32_t anchor = 0;
  float radius = 0;

  float squared_radius() const { return radius * radius; }
  /// A point is inside when it is closer to the anchor than the radius.
  bool holds(float squared_distance) const { return squared_distance < squared_radius(); }
  friend bool operator==(const Ball&, const Ball&) = default;
};

/// Segments of a piecewise linear function: for each ball (v, r), the d + 1 columns 1[|x - v| < r] [x, 1]. x
/// is the sample, projected on the principal components if there are any.
///
/// Distances are between points x. In the columns, coordinates are scaled to [-1, 1] by their range in
/// training. Byte 128 stands for 0, the value of all columns outside the ball.
/// Source  shareboost sections 4.2 and 7.5.
class BallFeatures {
 public:
  static constexpr std::string_view kKind = "balls";

  /// `anchors` has one point per row, `ranges` one range per coordinate.
  /// Throws  Error(Kind::model) when sizes do not match, a ball has no anchor or its radius is not positive.
  BallFeatures(std::optional<PrincipalComponents> components, SampleValues anchors,
               std::vector<InputRange> ranges, std::vector<Ball> balls);

  const std::optional<PrincipalComponents>& components() const { return components_; }
  const SampleValues& anchors() const { return anchors_; }
  const std::vector<InputRange>& ranges() const { return ranges_; }
  const std::vector<Ball>& balls() const { return balls_; }
  /// The dimension d of the points.
  std::size_t dimensions() const { return ranges_.size(); }

  std::size_t inputs() const { return components_ ? components_->inputs() : dimensions(); }
  std::size_t groups() const { return balls_.size(); }
  std::size_t width() const { return dimensions() + 1; }
  const Binning& binning(std::size_t) const { return kSignedUnit; }

  /// One byte per column; binning(column).value() is its value.
  /// Cost  one projection, one distance per anchor.
  void encode(std::span<const float> sample, std::span<std::uint8_t> codes) const;
  /// Selects these groups, in this order, with only the anchors that they use.
  BallFeatures select(std::span<const std::uint32_t> groups) const;

  /// The points x of samples, one per row.
  SampleValues points(const SampleValues& values) const;
  /// The width() bytes of a point, for balls that contain it.
  void encode_point(std::span<const float> point, std::span<std::uint8_t> codes) const;

  /// Multiply-adds for one sample.
  std::size_t multiply_adds() const;
  /// The inputs that a group reads.
  InputShares input_shares(std::size_t) const;
  /// Calls visit(name, value) for each statistic that describes the features.
  template <class Visit>
  void properties(Visit&& visit) const {
    visit("anchors", anchors().rows());
    visit("dimensions", dimensions());
    visit("principal_components", components().has_value());
  }

  /// How a model file stores them (feature_codec.hpp).
  using Packed = schema::BallFeatures;
  static BallFeatures unpack(const Packed& packed);
  flatbuffers::Offset<Packed> pack(flatbuffers::FlatBufferBuilder& builder) const;

  friend bool operator==(const BallFeatures&, const BallFeatures&) = default;

 private:
  std::optional<PrincipalComponents> components_;
  SampleValues anchors_;
  std::vector<InputRange> ranges_;
  std::vector<Ball> balls_;
};

struct BallPoolOptions {
  /// Samples with more values are projected onto this many principal components.
  std::size_t components = 50;
  std::size_t centers = 1500;
  std::size_t radii = 35;  ///< per center
  std::uint64_t seed = 1;

  void validate() const;
};

/// Candidate balls: `radii` balls around each center of a k-means clustering of the samples. If there are
/// fewer samples than centers, each sample is a center. ball = center * radii + radius, with radii ascending.
///
/// A center's radii are quantiles of its distances to the samples (at most 4,000, evenly spaced). The first
/// ball contains a share of 1 / radii of them, the next 2 / radii, the last all.
BallFeatures ball_candidates(const Samples& samples, const BallPoolOptions& options);

}  // namespace ocelli::internal
