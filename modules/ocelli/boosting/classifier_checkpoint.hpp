#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ocelli/model_io/container.hpp"

/// Internal to the training of classifiers; not part of the module's interface.
namespace ocelli {

/// The state of a classifier's training, with the fingerprint of its samples and options.
template <class State>
struct ClassifierCheckpoint {
  std::uint64_t fingerprint = 0;
  State state;
};

namespace format {

/// How an algorithm's State is serialised: each algorithm specialises it beside its learner, with
///   using Table                                   its table in the schema
///   static flatbuffers::Offset<Table> write(flatbuffers::FlatBufferBuilder&, const ClassifierCheckpoint<State>&)
///   static ClassifierCheckpoint<State> read(const Table&)   returns a consistent state; throws Error(Kind::model)
template <class State>
struct CheckpointCodec;

template <class State>
ClassifierCheckpoint<State> parse_classifier_checkpoint(const Bytes& payload) {
  using Codec = CheckpointCodec<State>;
  return Codec::read(content<typename Codec::Table>(payload));
}

}  // namespace format

/// A classifier's checkpoint file, with the container and the checks of a model. The trainer checks that it belongs to the
/// current samples and options.
/// Throws  Error(Kind::model) naming the file and the fault, also when it is of another State;
///         Error(Kind::output) when it cannot be written. Saving is atomic.
template <class State>
ClassifierCheckpoint<State> load_classifier_checkpoint(const std::filesystem::path& path) {
  return format::load(path, kMaxCheckpointBytes, format::parse_classifier_checkpoint<State>);
}

template <class State>
ClassifierCheckpoint<State> load_classifier_checkpoint(std::span<const std::byte> bytes,
                                                       const std::string& name) {
  return format::load(bytes, name, kMaxCheckpointBytes, format::parse_classifier_checkpoint<State>);
}

template <class State>
std::vector<std::byte> serialise(const ClassifierCheckpoint<State>& checkpoint) {
  flatbuffers::FlatBufferBuilder builder;
  return format::finish(builder, format::CheckpointCodec<State>::write(builder, checkpoint),
                        kMaxCheckpointBytes, format::parse_classifier_checkpoint<State>);
}

template <class State>
void save_classifier_checkpoint(const std::filesystem::path& path,
                                const ClassifierCheckpoint<State>& checkpoint) {
  write_file_atomically(path, format::on_behalf_of(path.string(), [&] { return serialise(checkpoint); }));
}

}  // namespace ocelli
