#include <optional>
#include <utility>
#include <vector>

#include "ocelli/features/balls/ball_features.hpp"
#include "ocelli/features/value_codec.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli {
namespace {

auto pack_components(flatbuffers::FlatBufferBuilder& builder, const PrincipalComponents& components) {
  const auto mean =
      builder.CreateVector(components.mean().data(), static_cast<std::size_t>(components.mean().size()));
  const auto rows_of_numbers = format::pack_rows(builder, components.components());
  return schema::CreatePrincipalComponents(builder, mean, rows_of_numbers);
}

PrincipalComponents unpack_components(const schema::PrincipalComponents& packed) {
  const std::vector<float> mean = format::unpack_numbers(*packed.mean());
  return {Eigen::Map<const Eigen::VectorXf>(mean.data(), static_cast<Eigen::Index>(mean.size())),
          format::unpack_rows(*packed.components(), mean.size())};
}

}  // namespace

BallFeatures BallFeatures::unpack(const Packed& packed) {
  std::optional<PrincipalComponents> components;
  if (packed.components() != nullptr) components = unpack_components(*packed.components());
  return {std::move(components), format::unpack_rows(*packed.anchors(), packed.ranges()->size()),
          format::unpack_ranges(*packed.ranges()),
          format::unpack_each(*packed.balls(), [](const schema::Ball& ball) {
            return Ball{ball.anchor(), ball.radius()};
          })};
}

flatbuffers::Offset<schema::BallFeatures> BallFeatures::pack(flatbuffers::FlatBufferBuilder& builder) const {
  flatbuffers::Offset<schema::PrincipalComponents> components;
  if (components_) components = pack_components(builder, *components_);
  const auto anchors = format::pack_rows(builder, anchors_);
  const auto ranges = format::pack_ranges(builder, ranges_);
  const auto balls = builder.CreateVectorOfStructs(
      format::pack_each(balls_, [](const Ball& ball) { return schema::Ball(ball.anchor, ball.radius); }));
  return schema::CreateBallFeatures(builder, components, anchors, ranges, balls);
}

}  // namespace ocelli
