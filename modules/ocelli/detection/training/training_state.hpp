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

/// The statistics of one mining pass.
struct MiningReport {
  std::uint64_t evaluated = 0;  ///< windows evaluated by the pass
  std::uint64_t passed = 0;     ///< of these, windows that the cascade so far accepts
  bool exhausted = false;       ///< every window of every image was evaluated

  double false_alarm_rate() const {
    return evaluated ? static_cast<double>(passed) / static_cast<double>(evaluated) : 0.0;
  }
  friend bool operator==(const MiningReport&, const MiningReport&) = default;
};

/// The complete state of a cascade training, from which it resumes exactly: the finished
/// stages, the negatives of the current stage and its weak classifiers so far. Everything that follows from
/// these is recomputed.
struct TrainingState {
  std::uint64_t fingerprint = 0;           ///< of options and data; resuming with another one is rejected
  CascadeParts cascade;                    ///< finished stages only
  std::vector<WindowReference> negatives;  ///< of the current stage, in training order; empty between stages
  MiningReport mining;                     ///< how they were found
  std::uint32_t rounds = 0;                ///< of the current stage, finished
  std::vector<LookupTable> weak;  ///< of the current stage; features are numbered in the stage's pool
  std::vector<double>
      min_error;  ///< FloatBoost's least error at size 1, 2, ...; infinite for sizes not reached
  std::optional<VerifierState> verifier = {};  ///< behind the cascade, once that is trained

  friend bool operator==(const TrainingState&, const TrainingState&) = default;
};

/// Throws Error(Kind::training) unless these can be the windows mined for a stage, at most so many, in so
/// many images.
void require_windows_fit(std::span<const WindowReference> negatives, std::uint32_t images, std::size_t max);

/// Bounds on the state of a training.
struct TrainingBounds {
  CascadeParts cascade;       ///< before its first stage
  std::uint32_t images = 0;   ///< negative ones
  std::size_t negatives = 0;  ///< windows mined per stage
  std::size_t weak = 0;       ///< weak classifiers per stage
  std::size_t rounds = 0;     ///< per stage
};

/// Throws Error(Kind::training) unless a training within these bounds could have reached the state, which may
/// come from a malicious file. Positions of windows and numbers of features are checked where images and
/// features are known.
void require_fit(const TrainingState& state, const TrainingBounds& bounds);

}  // namespace ocelli::internal
