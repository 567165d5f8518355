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

/// The checkpoint of a classifier's training: one format for all learners' states.
namespace ocelli::internal {

/// A training state, with the fingerprint of its samples and options. A State describes itself
/// (stored_numbers.hpp) and has
///
///   static constexpr std::string_view kLearner;  // "boosted stumps"
///   std::vector<Round> rounds;  // the log shows each round's numbers by name
///   void check() const;         // throws Error(Kind::model) for an impossible state
///
/// A Round may name other figures in a function `figures(visit)`.
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
/// Throws  Error(Kind::model) for a damaged payload, or one that is not a state of this learner.
StoredState unpack_state(const Bytes& payload, std::string_view learner);

template <class State>
ClassifierCheckpoint<State> parse_classifier_checkpoint(const Bytes& payload) {
  const StoredState stored = unpack_state(payload, State::kLearner);
  ClassifierCheckpoint<State> checkpoint{stored.fingerprint, from_numbers<State>(stored.numbers)};
  checkpoint.state.check();
  return checkpoint;
}

}  // namespace format

/// Loads a checkpoint file, with the same container and checks as a model. The trainer checks that it belongs
/// to the current samples and options.
/// Throws  Error(Kind::model) naming the file and the fault, including a checkpoint of another learner.
template <class State>
ClassifierCheckpoint<State> load_classifier_checkpoint(const std::filesystem::path& path) {
  return format::load(path, kMaxCheckpointBytes, format::parse_classifier_checkpoint<State>);
}

/// The same from bytes. Errors refer to them as `name`.
template <class State>
ClassifierCheckpoint<State> load_classifier_checkpoint(std::span<const std::byte> bytes,
                                                       const std::string& name) {
  return format::load(bytes, name, kMaxCheckpointBytes, format::parse_classifier_checkpoint<State>);
}

/// Serializes a checkpoint.
/// Throws  Error(Kind::model) for a state that could not be loaded again.
template <class State>
std::vector<std::byte> serialize(const ClassifierCheckpoint<State>& checkpoint) {
  return format::checked_file(
      format::pack_state(State::kLearner, checkpoint.fingerprint, numbers_of(checkpoint.state)),
      kMaxCheckpointBytes, format::parse_classifier_checkpoint<State>);
}

/// Writes a checkpoint file atomically.
/// Throws  also Error(Kind::output) when the file cannot be written.
template <class State>
void save_classifier_checkpoint(const std::filesystem::path& path,
                                const ClassifierCheckpoint<State>& checkpoint) {
  format::save(path, checkpoint);
}

}  // namespace ocelli::internal
