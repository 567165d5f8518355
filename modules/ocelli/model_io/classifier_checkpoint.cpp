#include "ocelli/model_io/classifier_checkpoint.hpp"

#include "ocelli/model_io/checkpoint_file.hpp"
#include "ocelli/model_io/checkpoint_schema.hpp"
#include "ocelli/model_io/container.hpp"

namespace ocelli {

template <class State>
ClassifierCheckpoint<State> format::parse_classifier_checkpoint(const Bytes& payload) {
  return unpack(content<CheckpointTable<State>>(payload));
}

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
  return format::finish(builder, format::pack(builder, checkpoint), kMaxCheckpointBytes,
                        format::parse_classifier_checkpoint<State>);
}

template <class State>
void save_classifier_checkpoint(const std::filesystem::path& path,
                                const ClassifierCheckpoint<State>& checkpoint) {
  write_file_atomically(path, format::on_behalf_of(path.string(), [&] { return serialise(checkpoint); }));
}

/// Another algorithm's checkpoint is a line here, and a table in checkpoint_schema.hpp.
#define OCELLI_CHECKPOINT_OF(State)                                                                     \
  template ClassifierCheckpoint<State> format::parse_classifier_checkpoint<State>(const Bytes&);        \
  template ClassifierCheckpoint<State> load_classifier_checkpoint<State>(const std::filesystem::path&); \
  template ClassifierCheckpoint<State> load_classifier_checkpoint<State>(std::span<const std::byte>,    \
                                                                         const std::string&);           \
  template std::vector<std::byte> serialise(const ClassifierCheckpoint<State>&);                        \
  template void save_classifier_checkpoint(const std::filesystem::path&, const ClassifierCheckpoint<State>&)

OCELLI_CHECKPOINT_OF(ShareBoostState);
OCELLI_CHECKPOINT_OF(MultiLayerState);
OCELLI_CHECKPOINT_OF(StumpBoostState);
OCELLI_CHECKPOINT_OF(baselines::MixedNormState);
OCELLI_CHECKPOINT_OF(baselines::OneAgainstRestState);

}  // namespace ocelli
