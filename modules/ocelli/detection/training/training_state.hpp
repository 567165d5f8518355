#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ocelli/boosting/cascade/lookup_table.hpp"
#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/training/verifier_state.hpp"

namespace ocelli::internal {

/// A window of a negative image: the image, the pyramid level, and the window's top left in that level's
/// pixels.
struct WindowReference {
  std::uint32_t image = 0, level = 0, x = 0, y = 0;

  friend auto operator<=>(const WindowReference&, const WindowReference&) = default;
};

struct MiningReport {
  std::uint64_t evaluated = 0;
  std::uint64_t passed = 0;  ///< windows that the cascade so far accepts
  bool exhausted = false;    ///< whether every window of every image was evaluated

  double false_alarm_rate() const {
    return evaluated ? static_cast<double>(passed) / static_cast<double>(evaluated) : 0.0;
  }
  friend bool operator==(const MiningReport&, const MiningReport&) = default;
};

/// The complete state of a cascade training, from which it resumes exactly: the finished stages, the
/// negatives of the current stage and its weak classifiers so far. Everything else is recomputed from these.
struct TrainingState {
  std::uint64_t fingerprint = 0;           ///< of options and data; resuming with a different one is rejected
  CascadeParts cascade;                    ///< finished stages only
  std::vector<WindowReference> negatives;  ///< of the current stage, in training order; empty between stages
  MiningReport mining;                     ///< of the negatives
  std::uint32_t rounds = 0;                ///< finished rounds of the current stage
  std::vector<LookupTable> weak;  ///< of the current stage; features are numbered in the stage's pool
  /// FloatBoost's minimum error at size 1, 2, ...; infinite for sizes not reached.
  std::vector<double> min_error;
  std::optional<VerifierState> verifier = {};  ///< set once the cascade is trained

  friend bool operator==(const TrainingState&, const TrainingState&) = default;
};

/// Throws Error(Kind::training) unless these can be the windows mined for a stage: at most `max`, in `images`
/// images.
void require_windows_fit(std::span<const WindowReference> negatives, std::uint32_t images, std::size_t max);

/// Bounds on the state of a training.
struct TrainingBounds {
  CascadeParts cascade;       ///< before its first stage
  std::uint32_t images = 0;   ///< negative images
  std::size_t negatives = 0;  ///< windows mined per stage
  std::size_t weak = 0;       ///< weak classifiers per stage
  std::size_t rounds = 0;     ///< per stage
};

/// Throws Error(Kind::training) unless a training within these bounds could have reached the state, which may
/// come from a malicious file. Positions of windows and indices of features are checked where images and
/// features are known.
void require_fit(const TrainingState& state, const TrainingBounds& bounds);

}  // namespace ocelli::internal
