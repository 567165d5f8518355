#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ocelli/boosting/baselines/mixed_norm.hpp"
#include "ocelli/boosting/baselines/one_against_rest.hpp"
#include "ocelli/boosting/multi_layer.hpp"
#include "ocelli/boosting/share_boost.hpp"
#include "ocelli/boosting/stump_votes.hpp"

namespace ocelli {

/// Where the training of a classifier stands, and of which samples and options. There is a kind of file for each
/// State.
template <class State>
struct ClassifierCheckpoint {
  std::uint64_t fingerprint = 0;
  State state;
};

using ShareBoostCheckpoint = ClassifierCheckpoint<ShareBoostState>;
using MultiLayerCheckpoint = ClassifierCheckpoint<MultiLayerState>;
using StumpBoostCheckpoint = ClassifierCheckpoint<StumpBoostState>;
using MixedNormCheckpoint = ClassifierCheckpoint<baselines::MixedNormState>;
using OneAgainstRestCheckpoint = ClassifierCheckpoint<baselines::OneAgainstRestState>;

/// The file of a classifier's checkpoint, with the container and the checks of a model. Whether it belongs to the
/// samples and options at hand is for the trainer to see.
/// Throws  Error(Kind::model) naming the file and what is wrong with it, also when it is of another State;
///         Error(Kind::output) when it cannot be written. Saving is atomic.
template <class State>
ClassifierCheckpoint<State> load_classifier_checkpoint(const std::filesystem::path& path);
template <class State>
ClassifierCheckpoint<State> load_classifier_checkpoint(std::span<const std::byte> bytes,
                                                       const std::string& name);
template <class State>
std::vector<std::byte> serialise(const ClassifierCheckpoint<State>& checkpoint);
template <class State>
void save_classifier_checkpoint(const std::filesystem::path& path,
                                const ClassifierCheckpoint<State>& checkpoint);

}  // namespace ocelli
