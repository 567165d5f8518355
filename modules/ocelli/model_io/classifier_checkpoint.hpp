#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ocelli/boosting/share_boost.hpp"

namespace ocelli {

/// Where the training of a classifier stands, and of which samples and options.
struct ClassifierCheckpoint {
  std::uint64_t fingerprint = 0;
  ShareBoostState state;
};

/// The file of a classifier's checkpoint, with the container and the checks of a model. Whether it belongs to the
/// samples and options at hand is for the trainer to see.
/// Throws  Error(Kind::model) naming the file and what is wrong with it; Error(Kind::output) when it cannot be
///         written. Saving is atomic.
ClassifierCheckpoint load_classifier_checkpoint(const std::filesystem::path& path);
ClassifierCheckpoint load_classifier_checkpoint(std::span<const std::byte> bytes, const std::string& name);
std::vector<std::byte> serialise(const ClassifierCheckpoint& checkpoint);
void save_classifier_checkpoint(const std::filesystem::path& path, const ClassifierCheckpoint& checkpoint);

}  // namespace ocelli
