#include "ocelli/detection/verifier_codec.hpp"

#include <cstdint>
#include <vector>

#include "ocelli/detection/model_checks.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal::format {
namespace {

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
  // Layers in a malicious file could share their weights, which are copied for each.
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
  // Separate statements: the evaluation order of arguments, and so of the bytes, depends on the compiler.
  const auto nodes = builder.CreateVectorOfStructs(pack_each(
      parts.nodes, [](const VerifierNode& n) { return schema::VerifierNode(n.feature, n.threshold); }));
  const auto votes = builder.CreateVector(parts.votes);
  const auto exits = builder.CreateVectorOfStructs(
      pack_each(parts.exits, [](const CascadeStage& e) { return schema::CascadeStage(e.end, e.threshold); }));
  flatbuffers::Offset<schema::VerifierNetwork> network;
  if (parts.network) network = pack_network(builder, *parts.network);
  return schema::CreateVerifier(builder, parts.width, parts.height, parts.depth, nodes, votes, exits,
                                parts.log_odds.weight, parts.log_odds.cascade_weight, parts.log_odds.offset,
                                network);
}

VerifierParts unpack(const schema::Verifier& packed) {
  VerifierParts parts{.width = packed.width(),
                      .height = packed.height(),
                      .depth = packed.depth(),
                      .nodes = unpack_each(*packed.nodes(),
                                           [](const schema::VerifierNode& n) {
                                             return VerifierNode{n.feature(), n.threshold()};
                                           }),
                      .votes = unpack(*packed.votes()),
                      .exits = unpack_each(*packed.exits(),
                                           [](const schema::CascadeStage& e) {
                                             return CascadeStage{e.end(), e.threshold()};
                                           }),
                      .log_odds = {packed.tree_weight(), packed.cascade_weight(), packed.offset()}};
  if (packed.network() != nullptr) parts.network = unpack_network(*packed.network());
  return parts;
}

}  // namespace ocelli::internal::format
