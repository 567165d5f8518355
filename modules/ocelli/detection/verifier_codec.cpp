#include "ocelli/detection/verifier_codec.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/detection/model_checks.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal::format {
namespace {

/// Votes as versions before 6 have them, with more digits: brings them, and what is compared with their sums,
/// to whole numbers.
void set_votes(VerifierParts& parts, std::span<const float> leaves) {
  float max = 0;
  for (const float vote : leaves) {
    check_model(vote >= -1 && vote <= 1, "a leaf of its verifier has a vote out of range");
    max = std::max(max, std::abs(vote));
  }
  if (max == 0) max = 1;
  const auto scaled = [max](float sum) { return sum / max * Verifier::kMaxVote; };
  for (const float vote : leaves) parts.votes.push_back(static_cast<std::int8_t>(std::lround(scaled(vote))));
  for (CascadeStage& exit : parts.exits) exit.threshold = scaled(exit.threshold);
  parts.log_odds.weight = parts.log_odds.weight / Verifier::kMaxVote * max;
}

flatbuffers::Offset<schema::VerifierNetwork> pack_network(flatbuffers::FlatBufferBuilder& builder,
                                                          const VerifierNetwork& network) {
  std::vector<flatbuffers::Offset<schema::NetworkLayer>> layers;
  for (const auto* some : {&network.parts.convolutions, &network.parts.dense}) {
    for (const NetworkLayer& layer : *some) {
      const auto weights = builder.CreateVector(layer.weights);
      const auto biases = builder.CreateVector(layer.biases);
      layers.push_back(
          schema::CreateNetworkLayer(builder, layer.outputs, layer.shift, weights, biases, layer.pools));
    }
  }
  const auto packed = builder.CreateVector(layers);
  return schema::CreateVerifierNetwork(builder, network.parts.width, network.parts.height, packed,
                                       static_cast<std::uint32_t>(network.parts.dense.size()),
                                       network.log_odds.weight, network.log_odds.cascade_weight,
                                       network.log_odds.offset);
}

NetworkLayer unpack_layer(const schema::NetworkLayer& packed) {
  return {.outputs = packed.outputs(),
          .shift = packed.shift(),
          .weights = unpack(*packed.weights()),
          .biases = unpack(*packed.biases()),
          .pools = packed.pools()};
}

VerifierNetwork unpack_network(const schema::VerifierNetwork& packed) {
  constexpr std::uint32_t kMax = 2 * ConvolutionalNetwork::kMaxLayers;
  const std::uint32_t count = packed.layers()->size();
  // Tables in a malicious file could share their weights, which are copied for each.
  check_model(count <= kMax && packed.dense() <= count, "its verifier's network has too many layers");
  VerifierNetwork network{
      .parts = {.width = packed.width(), .height = packed.height(), .convolutions = {}, .dense = {}},
      .log_odds = {packed.weight(), packed.cascade_weight(), packed.offset()}};
  for (std::uint32_t l = 0; l < count; ++l) {
    auto& layers = l < count - packed.dense() ? network.parts.convolutions : network.parts.dense;
    layers.push_back(unpack_layer(*packed.layers()->Get(l)));
  }
  return network;
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
  flatbuffers::Offset<schema::VerifierNetwork> network;
  if (parts.network) network = pack_network(builder, *parts.network);
  return schema::CreateVerifier(builder, parts.width, parts.height, parts.depth, nodes, {}, exits,
                                parts.log_odds.weight, parts.log_odds.cascade_weight, parts.log_odds.offset,
                                votes, network);
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
                      .log_odds = {packed.tree_weight(), packed.cascade_weight(), packed.offset()}};
  if (packed.votes() != nullptr)
    parts.votes = unpack(*packed.votes());
  else if (packed.leaves() != nullptr)
    set_votes(parts, unpack(*packed.leaves()));
  if (packed.network() != nullptr) parts.network = unpack_network(*packed.network());
  return parts;
}

}  // namespace ocelli::internal::format
