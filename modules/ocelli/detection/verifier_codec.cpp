#include "ocelli/detection/verifier_codec.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "ocelli/detection/model_checks.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::format {
namespace {

/// Votes as versions before 6 have them, with more digits: brings them, and what is compared with their sums, to whole numbers.
void set_votes(VerifierParts& parts, std::span<const float> leaves) {
  float most = 0;
  for (const float vote : leaves) {
    check_model(vote >= -1 && vote <= 1, "a leaf of its verifier has a vote out of range");
    most = std::max(most, std::abs(vote));
  }
  if (most == 0) most = 1;
  const auto scaled = [most](float sum) { return sum / most * Verifier::kMostVote; };
  for (const float vote : leaves) parts.votes.push_back(static_cast<std::int8_t>(std::lround(scaled(vote))));
  for (CascadeStage& exit : parts.exits) exit.threshold = scaled(exit.threshold);
  parts.tree_weight = parts.tree_weight / Verifier::kMostVote * most;
}

}  // namespace

flatbuffers::Offset<schema::Verifier> pack(flatbuffers::FlatBufferBuilder& builder,
                                           const VerifierParts& parts) {
  // One after the other: the order of a call's arguments, and with it of the bytes, is the compiler's choice.
  const auto nodes = builder.CreateVectorOfStructs(pack_each(
      parts.nodes, [](const VerifierNode& n) { return schema::VerifierNode(n.feature, n.threshold); }));
  const auto votes = builder.CreateVector(parts.votes);
  const auto exits = builder.CreateVectorOfStructs(
      pack_each(parts.exits, [](const CascadeStage& e) { return schema::CascadeStage(e.end, e.threshold); }));
  return schema::CreateVerifier(builder, parts.width, parts.height, parts.depth, nodes, {}, exits,
                                parts.tree_weight, parts.cascade_weight, parts.offset, votes);
}

VerifierParts unpack(const schema::Verifier& packed) {
  VerifierParts parts{.width = packed.width(),
                      .height = packed.height(),
                      .depth = packed.depth(),
                      .nodes = unpack_each(*packed.nodes(),
                                           [](const schema::VerifierNode& n) {
                                             return VerifierNode{n.feature(), n.threshold()};
                                           }),
                      .votes = {},
                      .exits = unpack_each(*packed.exits(),
                                           [](const schema::CascadeStage& e) {
                                             return CascadeStage{e.end(), e.threshold()};
                                           }),
                      .tree_weight = packed.tree_weight(),
                      .cascade_weight = packed.cascade_weight(),
                      .offset = packed.offset()};
  if (packed.votes() != nullptr)
    parts.votes = unpack(*packed.votes());
  else if (packed.leaves() != nullptr)
    set_votes(parts, unpack(*packed.leaves()));
  return parts;
}

}  // namespace ocelli::format
