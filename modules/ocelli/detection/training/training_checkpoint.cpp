#include "ocelli/detection/training/training_checkpoint.hpp"

#include <algorithm>
#include <cmath>

#include "ocelli/detection/cascade_codec.hpp"
#include "ocelli/detection/training/mining_codec.hpp"
#include "ocelli/model_io/container.hpp"

namespace ocelli {
namespace format {
namespace {

// A new field of TrainingState goes to the schema, pack_state(), unpack_state() and, if it can be wrong,
// check().

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

flatbuffers::Offset<schema::TrainingCheckpoint> pack_state(flatbuffers::FlatBufferBuilder& builder,
                                                           const TrainingState& state) {
  const auto cascade = pack(builder, state.cascade);
  const std::vector<schema::WindowReference> negatives = pack_windows(state.negatives);
  const schema::MiningReport mining = pack(state.mining);
  const auto weak = pack_weak(builder, state.weak);
  return schema::CreateTrainingCheckpointDirect(builder, state.fingerprint, cascade, &negatives, &mining,
                                                state.rounds, &weak, &state.least_error);
}

/// A table's size is checked before it is copied: in a file made to do harm, many weak classifiers can share a huge
/// one.
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

TrainingState unpack_state(const schema::TrainingCheckpoint& packed) {
  const Cascade finished(unpack(*packed.cascade()));
  return {.fingerprint = packed.fingerprint(),
          .cascade = finished.parts(),
          .negatives = unpack_windows(*packed.negatives()),
          .mining = unpack(*packed.mining()),
          .rounds = packed.rounds(),
          .weak = unpack_weak(*packed.weak(), finished.parts()),
          .least_error = unpack(*packed.least_error())};
}

bool all_finite(const LookupTable& classifier) {
  return std::ranges::all_of(classifier.table, [](float vote) { return std::isfinite(vote); });
}

void check(const TrainingState& state) {
  require(std::ranges::all_of(state.weak, all_finite), Kind::model,
          "the table of a weak classifier has a number that is not finite");
  require(std::ranges::none_of(state.least_error, [](double error) { return std::isnan(error); }),
          Kind::model, "a least error is not a number");
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

std::vector<std::byte> serialise(const TrainingState& state) {
  flatbuffers::FlatBufferBuilder builder;
  return format::finish(builder, format::pack_state(builder, state), kMaxCheckpointBytes,
                        format::parse_checkpoint);
}

void save_checkpoint(const std::filesystem::path& path, const TrainingState& state) {
  format::save(path, state);
}

}  // namespace ocelli
