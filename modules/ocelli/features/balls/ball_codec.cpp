#include "ocelli/features/balls/ball_features.hpp"
#include "ocelli/features/value_codec.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {

BallFeatures BallFeatures::unpack(const Packed& packed) {
  return {format::unpack_components(packed.components()),
          format::unpack_rows(*packed.anchors(), packed.ranges()->size()),
          format::unpack_ranges(*packed.ranges()),
          format::unpack_each(*packed.balls(), [](const schema::Ball& ball) {
            return Ball{ball.anchor(), ball.radius()};
          })};
}

flatbuffers::Offset<schema::BallFeatures> BallFeatures::pack(flatbuffers::FlatBufferBuilder& builder) const {
  const auto components = format::pack_components(builder, components_);
  const auto anchors = format::pack_rows(builder, anchors_);
  const auto ranges = format::pack_ranges(builder, ranges_);
  const auto balls = builder.CreateVectorOfStructs(
      format::pack_each(balls_, [](const Ball& ball) { return schema::Ball(ball.anchor, ball.radius); }));
  return schema::CreateBallFeatures(builder, components, anchors, ranges, balls);
}

}  // namespace ocelli::internal
