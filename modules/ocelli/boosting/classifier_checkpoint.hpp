#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ocelli/boosting/checkpoint_payload.hpp"
#include "ocelli/model_io/container.hpp"

/// Internal to the training of classifiers; not part of the module's interface.
namespace ocelli::internal {

namespace format {

template <class State>
ClassifierCheckpoint<State> parse_classifier_checkpoint(const Bytes& payload) {
  ClassifierCheckpoint<State> checkpoint;
  from_payload(payload, checkpoint);
  return checkpoint;
}

}  // namespace format

/// A classifier's checkpoint file, with the container and the checks of a model. The trainer checks that it
/// belongs to the current samples and options.
/// Throws  Error(Kind::model) naming the file and the fault, also
/// when it is of another State;
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
std::vector<std::byte> serialize(const ClassifierCheckpoint<State>& checkpoint) {
  return format::checked_file(to_payload(checkpoint), kMaxCheckpointBytes,
                              format::parse_classifier_checkpoint<State>);
}

template <class State>
void save_classifier_checkpoint(const std::filesystem::path& path,
                                const ClassifierCheckpoint<State>& checkpoint) {
  format::save(path, checkpoint);
}

}  // namespace ocelli::internal
