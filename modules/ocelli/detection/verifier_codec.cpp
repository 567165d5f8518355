#include "ocelli/detection/verifier_codec.hpp"

#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::format {

flatbuffers::Offset<schema::Verifier> pack(flatbuffers::FlatBufferBuilder& builder,
                                           const VerifierParts& parts) {
  // One after the other: the order of a call's arguments, and with it of the bytes, is the compiler's choice.
  const auto nodes = builder.CreateVectorOfStructs(pack_each(
      parts.nodes, [](const VerifierNode& n) { return schema::VerifierNode(n.feature, n.threshold); }));
  const auto leaves = builder.CreateVector(parts.leaves);
  const auto exits = builder.CreateVectorOfStructs(
      pack_each(parts.exits, [](const CascadeStage& e) { return schema::CascadeStage(e.end, e.threshold); }));
  return schema::CreateVerifier(builder, parts.width, parts.height, parts.depth, nodes, leaves, exits,
                                parts.tree_weight, parts.cascade_weight, parts.offset);
}

VerifierParts unpack(const schema::Verifier& packed) {
  return {.width = packed.width(),
          .height = packed.height(),
          .depth = packed.depth(),
          .nodes = unpack_each(*packed.nodes(),
                               [](const schema::VerifierNode& n) {
                                 return VerifierNode{n.feature(), n.threshold()};
                               }),
          .leaves = unpack(*packed.leaves()),
          .exits = unpack_each(*packed.exits(),
                               [](const schema::CascadeStage& e) {
                                 return CascadeStage{e.end(), e.threshold()};
                               }),
          .tree_weight = packed.tree_weight(),
          .cascade_weight = packed.cascade_weight(),
          .offset = packed.offset()};
}

}  // namespace ocelli::format
