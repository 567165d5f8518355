#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ocelli/model_io/container.hpp"

/// Inside the training of classifiers; not part of the module's interface.
namespace ocelli {

/// Where the training of a classifier stands, and of which samples and options.
template <class State>
struct ClassifierCheckpoint {
  std::uint64_t fingerprint = 0;
  State state;
};

namespace format {

/// How the State of an algorithm is written: each algorithm specialises it beside its learner, with
///   using Table                                   its table in the schema
///   static flatbuffers::Offset<Table> write(flatbuffers::FlatBufferBuilder&, const ClassifierCheckpoint<State>&)
///   static ClassifierCheckpoint<State> read(const Table&)   what it gives hangs together; throws Error(Kind::model)
template <class State>
struct CheckpointCodec;

template <class State>
ClassifierCheckpoint<State> parse_classifier_checkpoint(const Bytes& payload) {
  using Codec = CheckpointCodec<State>;
  return Codec::read(content<typename Codec::Table>(payload));
}

}  // namespace format

/// The file of a classifier's checkpoint, with the container and the checks of a model. Whether it belongs to the
/// samples and options at hand is for the trainer to see.
/// Throws  Error(Kind::model) naming the file and what is wrong with it, also when it is of another State;
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
