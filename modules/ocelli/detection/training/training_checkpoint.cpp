#include "ocelli/detection/training/training_checkpoint.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "ocelli/detection/cascade_codec.hpp"
#include "ocelli/detection/training/checkpoint_parts.hpp"
#include "ocelli/model_io/container.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {
namespace format {
namespace {

// A new field of TrainingState must be added to the schema, pack_state(), unpack_state() and, if it can be
// invalid, check().

std::vector<flatbuffers::Offset<schema::LookupTable>> pack_weak(flatbuffers::FlatBufferBuilder& builder,
                                                                const std::vector<LookupTable>& weak) {
  std::vector<flatbuffers::Offset<schema::LookupTable>> packed;
  packed.reserve(weak.size());
  for (const LookupTable& classifier : weak) {
    packed.push_back(
        schema::CreateLookupTableDirect(builder, classifier.feature, &classifier.table, classifier.partner));
  }
  return packed;
}

flatbuffers::Offset<schema::NetworkCheckpoint> pack_network(flatbuffers::FlatBufferBuilder& builder,
                                                            const NetworkState& network) {
  return schema::CreateNetworkCheckpointDirect(builder, network.steps, network.loss, &network.parameters,
                                               &network.mean, &network.square, &network.moments,
                                               &network.greatest);
}

flatbuffers::Offset<schema::VerifierCheckpoint> pack_verifier(flatbuffers::FlatBufferBuilder& builder,
                                                              const VerifierState& verifier) {
  const auto [items, ends] = join_lists(verifier.found);
  const auto found = pack_each(items, [](const VerifierNegative& negative) {
    const auto& [rank, image, score, box] = negative;
    return schema::VerifierNegative(rank, image, score, box.x, box.y, box.w, box.h);
  });
  const PackedTrees trees = pack_trees(builder, verifier.trees);
  flatbuffers::Offset<schema::NetworkCheckpoint> network;
  if (verifier.network) network = pack_network(builder, *verifier.network);
  return schema::CreateVerifierCheckpointDirect(builder, verifier.fingerprint, &found, &ends,
                                                verifier.searched, &trees, network);
}

flatbuffers::Offset<schema::TrainingCheckpoint> pack_state(flatbuffers::FlatBufferBuilder& builder,
                                                           const TrainingState& state) {
  const auto cascade = pack(builder, state.cascade);
  const std::vector<schema::WindowReference> negatives = pack_windows(state.negatives);
  const schema::MiningReport mining = pack(state.mining);
  const auto weak = pack_weak(builder, state.weak);
  flatbuffers::Offset<schema::VerifierCheckpoint> verifier;
  if (state.verifier) verifier = pack_verifier(builder, *state.verifier);
  return schema::CreateTrainingCheckpointDirect(builder, state.fingerprint, cascade, &negatives, &mining,
                                                state.rounds, &weak, &state.min_error, verifier);
}

/// A table's size is checked before it is copied: in a malicious file, many weak classifiers can share a huge
/// table.
std::vector<LookupTable> unpack_weak(
    const flatbuffers::Vector<flatbuffers::Offset<schema::LookupTable>>& packed,
    const CascadeParts& cascade) {
  std::vector<LookupTable> weak;
  weak.reserve(packed.size());
  for (const schema::LookupTable* classifier : packed) {
    require(classifier->table()->size() == cascade.cells() &&
                classifier->partner().has_value() == (cascade.joint == 2),
            Kind::model, "the table of a weak classifier does not have the cascade's bins");
    weak.push_back({.feature = classifier->feature(),
                    .table = unpack(*classifier->table()),
                    .partner = classifier->partner()});
  }
  return weak;
}

NetworkState unpack_network(const schema::NetworkCheckpoint& packed) {
  return {.steps = packed.steps(),
          .loss = packed.loss(),
          .parameters = unpack(*packed.parameters()),
          .mean = unpack(*packed.mean()),
          .square = unpack(*packed.square()),
          .moments = unpack(*packed.moments()),
          .greatest = unpack(*packed.greatest())};
}

std::optional<VerifierState> unpack_verifier(const schema::VerifierCheckpoint* packed) {
  if (packed == nullptr) return std::nullopt;
  constexpr std::size_t kMaxNodes = (std::size_t{1} << Verifier::kMaxDepth) - 1;
  auto found = unpack_each(*packed->found(), [](const schema::VerifierNegative& negative) {
    return VerifierNegative{negative.rank(),
                            negative.image(),
                            negative.score(),
                            {negative.x(), negative.y(), negative.w(), negative.h()}};
  });
  VerifierState state{
      .fingerprint = packed->fingerprint(),
      .found = part_lists(JoinedLists<VerifierNegative>{std::move(found), unpack(*packed->found_ends())}),
      .searched = packed->searched(),
      .trees = unpack_trees(*packed->trees(), kMaxNodes),
      .network = {}};
  if (packed->network() != nullptr) state.network = unpack_network(*packed->network());
  return state;
}

TrainingState unpack_state(const schema::TrainingCheckpoint& packed) {
  const Cascade finished(unpack(*packed.cascade()));
  return {.fingerprint = packed.fingerprint(),
          .cascade = finished.parts(),
          .negatives = unpack_windows(*packed.negatives()),
          .mining = unpack(*packed.mining()),
          .rounds = packed.rounds(),
          .weak = unpack_weak(*packed.weak(), finished.parts()),
          .min_error = unpack(*packed.least_error()),
          .verifier = unpack_verifier(packed.object_verifier())};
}

bool all_finite(const LookupTable& classifier) {
  return std::ranges::all_of(classifier.table, [](float vote) { return std::isfinite(vote); });
}

bool all_numbers(const VerifierState& verifier) {
  const auto finite = [](const std::vector<float>& numbers) {
    return std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); });
  };
  const auto placed = [](const VerifierNegative& negative) {
    const Box& box = negative.box;
    return std::isfinite(negative.score) && std::isfinite(box.x) && std::isfinite(box.y) &&
           std::isfinite(box.w) && std::isfinite(box.h);
  };
  const std::optional<NetworkState>& network = verifier.network;
  return std::ranges::all_of(verifier.found,
                             [&](const auto& round) { return std::ranges::all_of(round, placed); }) &&
         (!network || (std::isfinite(network->loss) && finite(network->parameters) && finite(network->mean) &&
                       finite(network->square) && finite(network->moments) && finite(network->greatest)));
}

void check(const TrainingState& state) {
  require(std::ranges::all_of(state.weak, all_finite), Kind::model,
          "the table of a weak classifier has a number that is not finite");
  require(std::ranges::none_of(state.min_error, [](double error) { return std::isnan(error); }), Kind::model,
          "a minimum error is not a number");
  require(!state.verifier || all_numbers(*state.verifier), Kind::model,
          "a number of the verifier is not finite");
}

}  // namespace

TrainingState parse_checkpoint(const Bytes& payload) {
  TrainingState state = unpack_state(content<schema::TrainingCheckpoint>(payload));
  check(state);
  return state;
}

}  // namespace format

TrainingState load_checkpoint(const std::filesystem::path& path) {
  return format::load(path, kMaxCheckpointBytes, format::parse_checkpoint);
}

TrainingState load_checkpoint(std::span<const std::byte> bytes, const std::string& name) {
  return format::load(bytes, name, kMaxCheckpointBytes, format::parse_checkpoint);
}

std::vector<std::byte> serialize(const TrainingState& state) {
  flatbuffers::FlatBufferBuilder builder;
  return format::finish(builder, format::pack_state(builder, state), kMaxCheckpointBytes,
                        format::parse_checkpoint);
}

void save_checkpoint(const std::filesystem::path& path, const TrainingState& state) {
  format::save(path, state);
}

}  // namespace ocelli::internal
