#include "ocelli/detection/landmark_codec.hpp"

#include <algorithm>
#include <vector>

#include "ocelli/detection/model_checks.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal::format {

flatbuffers::Offset<schema::LandmarkTrees> pack(flatbuffers::FlatBufferBuilder& builder,
                                                const LandmarkParts& parts) {
  // Separate statements: the evaluation order of arguments, and so of the bytes, depends on the compiler.
  const auto mean = builder.CreateVector(parts.mean.data(), parts.mean.size());
  const auto pixels = builder.CreateVectorOfStructs(pack_each(
      parts.pixels, [](const LandmarkPixel& p) { return schema::LandmarkPixel(p.x, p.y, p.landmark); }));
  const auto nodes = builder.CreateVectorOfStructs(pack_each(parts.nodes, [](const LandmarkNode& n) {
    return schema::LandmarkNode(n.first, n.second, n.threshold);
  }));
  const auto leaves = builder.CreateVector(parts.leaves);
  const auto scales = builder.CreateVector(parts.scales);
  return schema::CreateLandmarkTrees(builder, parts.depth, mean, pixels, nodes, leaves, scales);
}

LandmarkParts unpack(const schema::LandmarkTrees& packed) {
  const std::vector<std::int32_t> mean = unpack(*packed.mean());
  LandmarkParts parts{.depth = packed.depth(),
                      .mean = {},
                      .pixels = unpack_each(*packed.pixels(),
                                            [](const schema::LandmarkPixel& p) {
                                              return LandmarkPixel{p.x(), p.y(), p.landmark()};
                                            }),
                      .nodes = unpack_each(*packed.nodes(),
                                           [](const schema::LandmarkNode& n) {
                                             return LandmarkNode{n.first(), n.second(), n.threshold()};
                                           }),
                      .leaves = unpack(*packed.leaves()),
                      .scales = unpack(*packed.scales())};
  check_model(mean.size() == parts.mean.size(), "its mean shape of landmarks has the wrong size");
  std::ranges::copy(mean, parts.mean.begin());
  return parts;
}

}  // namespace ocelli::internal::format
