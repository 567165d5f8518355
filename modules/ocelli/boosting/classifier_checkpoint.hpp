#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/model_io/container.hpp"
#include "ocelli/model_io/stored_numbers.hpp"

/// The checkpoint of a classifier's training: one format for the states of all learners.
namespace ocelli::internal {

/// The state of a training, with the fingerprint of its samples and options. A State describes itself
/// (stored_numbers.hpp), and has
///
///   static constexpr std::string_view kLearner;  // "boosted stumps"
///   std::vector<Round> rounds;                   // the log has the numbers of each, under their names; a
///   Round
///                                                // may name other figures in a function `figures(visit)`
///   void check() const;                          // throws Error(Kind::model) for a state that no training
///   has
template <class State>
struct ClassifierCheckpoint {
  std::uint64_t fingerprint = 0;
  State state;
};

namespace format {

Bytes pack_state(std::string_view learner, std::uint64_t fingerprint, const StoredNumbers& numbers);

struct StoredState {
  std::uint64_t fingerprint = 0;
  StoredNumbers numbers;
};
/// Throws Error(Kind::model) for a payload that is damaged, or holds anything but a state of this learner.
StoredState unpack_state(const Bytes& payload, std::string_view learner);

template <class State>
ClassifierCheckpoint<State> parse_classifier_checkpoint(const Bytes& payload) {
  const StoredState stored = unpack_state(payload, State::kLearner);
  ClassifierCheckpoint<State> checkpoint{stored.fingerprint, from_numbers<State>(stored.numbers)};
  checkpoint.state.check();
  return checkpoint;
}

}  // namespace format

/// Loads a checkpoint file, with the container and the checks of a model. The trainer checks that it belongs
/// to the current samples and options. Throws  Error(Kind::model) naming the file and the fault, also when it
/// is of another learner.
template <class State>
ClassifierCheckpoint<State> load_classifier_checkpoint(const std::filesystem::path& path) {
  return format::load(path, kMaxCheckpointBytes, format::parse_classifier_checkpoint<State>);
}

/// The same from bytes that `name` names in errors.
template <class State>
ClassifierCheckpoint<State> load_classifier_checkpoint(std::span<const std::byte> bytes,
                                                       const std::string& name) {
  return format::load(bytes, name, kMaxCheckpointBytes, format::parse_classifier_checkpoint<State>);
}

/// The bytes of a checkpoint file. Throws Error(Kind::model) for a state that could not be loaded again.
template <class State>
std::vector<std::byte> serialize(const ClassifierCheckpoint<State>& checkpoint) {
  return format::checked_file(
      format::pack_state(State::kLearner, checkpoint.fingerprint, numbers_of(checkpoint.state)),
      kMaxCheckpointBytes, format::parse_classifier_checkpoint<State>);
}

/// Writes a checkpoint file atomically. Throws also Error(Kind::output) when it cannot be written.
template <class State>
void save_classifier_checkpoint(const std::filesystem::path& path,
                                const ClassifierCheckpoint<State>& checkpoint) {
  format::save(path, checkpoint);
}

}  // namespace ocelli::internal
