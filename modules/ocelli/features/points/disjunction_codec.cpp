#include "ocelli/features/points/disjunction_features.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/features/haar/haar_codec.hpp"
#include "ocelli/model_io/vector_codec.hpp"
#include "ocelli_generated.h"

namespace ocelli::internal {
namespace {

constexpr int kMaxModelSide = 1024;
/// Each local feature takes one number per interest point during evaluation.
constexpr flatbuffers::uoffset_t kMaxLocalFeatures = 1024;
/// Limit on pixels times Gaussians times the largest deviation: far more than models have, half a second of
/// smoothing.
constexpr double kMaxSmoothing = std::uint64_t{1} << 28;

// When adding an option field, add it to the schema, pack_windows() and unpack_windows().

schema::WaveletVote pack_vote(const WaveletVote& vote) {
  return {schema::HaarFeature(format::pack_rects(vote.wavelet), vote.wavelet.count), vote.threshold,
          vote.weight};
}

WaveletVote unpack_vote(const schema::WaveletVote& packed) {
  const schema::HaarFeature& wavelet = packed.wavelet();
  return {format::unpack_haar(*wavelet.rects(), wavelet.count()), packed.threshold(), packed.weight()};
}

auto pack_windows(flatbuffers::FlatBufferBuilder& builder, const PointWindowOptions& options) {
  const auto& [count, sigma, ratio, scales, dark] = options.points;
  const auto points = schema::CreateInterestPointOptions(builder, count, sigma, ratio, scales, dark);
  return schema::CreatePointWindowOptions(builder, points, options.side, options.deviation);
}

PointWindowOptions unpack_windows(const schema::PointWindowOptions& packed) {
  const schema::InterestPointOptions& points = *packed.points();
  return {{points.count(), points.sigma(), points.ratio(), points.scales(), points.dark()},
          packed.side(),
          packed.deviation()};
}

/// Rejects excessive costs, which a few bytes can request, before evaluating a sample.
void require_moderate(const schema::DisjunctionFeatures& packed) {
  const int width = packed.width(), height = packed.height();
  require(width > 0 && width <= kMaxModelSide && height > 0 && height <= kMaxModelSide, Kind::model,
          "disjunctions need images of 1 to 1024 pixels a side");
  const schema::InterestPointOptions& points = *packed.windows()->points();
  const double widest = points.sigma() * std::pow(points.ratio(), points.scales());
  require(width * height * (points.scales() + 1.0) * widest <= kMaxSmoothing, Kind::model,
          "its Gaussians are too many or too wide for images of its size");
  require(packed.ends()->size() <= kMaxLocalFeatures, Kind::model, "has more than 1024 local features");
}

schema::Disjunction pack_disjunction(const Disjunction& disjunction) {
  const PlaceArea& area = disjunction.area;
  return {disjunction.feature, schema::PlaceArea(area.x, area.y, area.width, area.height)};
}

Disjunction unpack_disjunction(const schema::Disjunction& packed) {
  const schema::PlaceArea& area = packed.area();
  return {packed.feature(), {area.x(), area.y(), area.width(), area.height()}};
}

}  // namespace

flatbuffers::Offset<schema::DisjunctionFeatures> DisjunctionFeatures::pack(
    flatbuffers::FlatBufferBuilder& builder) const {
  const auto windows = pack_windows(builder, windows_);
  const auto [local, local_ends] = format::join_lists(local_);
  const auto votes = builder.CreateVectorOfStructs(format::pack_each(local, pack_vote));
  const auto ends = builder.CreateVector(local_ends);
  const auto disjunctions = builder.CreateVectorOfStructs(format::pack_each(disjunctions_, pack_disjunction));
  const auto [width, height] = shape_;
  return schema::CreateDisjunctionFeatures(builder, width, height, windows, votes, ends, disjunctions);
}

DisjunctionFeatures DisjunctionFeatures::unpack(const Packed& packed) {
  require_moderate(packed);
  return {ImageShape{packed.width(), packed.height()}, unpack_windows(*packed.windows()),
          format::part_lists<WaveletVote>(
              {format::unpack_each(*packed.votes(), unpack_vote), format::unpack(*packed.ends())}),
          format::unpack_each(*packed.disjunctions(), unpack_disjunction)};
}

}  // namespace ocelli::internal
