#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "ocelli/boosting/cascade/lookup_table.hpp"
#include "ocelli/detection/cascade.hpp"

namespace ocelli {

/// A window of a negative image: which image, which pyramid level, and the window's top left in that level's
/// pixels.
struct WindowReference {
  std::uint32_t image = 0, level = 0, x = 0, y = 0;

  friend auto operator<=>(const WindowReference&, const WindowReference&) = default;
};

/// What one mining pass found.
struct MiningReport {
  std::uint64_t looked_at = 0;  ///< windows that the pass looked at
  std::uint64_t passed = 0;     ///< of these, windows that the cascade so far lets through
  bool exhausted = false;       ///< every window of every image was looked at

  double false_alarm_rate() const {
    return looked_at ? static_cast<double>(passed) / static_cast<double>(looked_at) : 0.0;
  }
  friend bool operator==(const MiningReport&, const MiningReport&) = default;
};

/// All that a cascade training needs to go on after an interruption exactly where it was: the finished
/// stages, the negatives of the stage under way and the weak classifiers chosen so far in it. What follows from these
/// is computed again.
struct TrainingState {
  std::uint64_t fingerprint = 0;  ///< of options and data; a resume with another one is refused
  CascadeParts cascade;           ///< finished stages only
  std::vector<WindowReference>
      negatives;                  ///< of the stage under way, in training order; empty between stages
  MiningReport mining;            ///< how they were found
  std::uint32_t rounds = 0;       ///< of the stage under way, finished
  std::vector<LookupTable> weak;  ///< of the stage under way; features number the stage's pool
  std::vector<double>
      least_error;  ///< FloatBoost's least error at size 1, 2, ...; infinite where none was seen

  friend bool operator==(const TrainingState&, const TrainingState&) = default;
};

/// What a training can come to.
struct TrainingBounds {
  CascadeParts cascade;       ///< before its first stage
  std::uint32_t images = 0;   ///< negative ones
  std::size_t negatives = 0;  ///< windows mined for a stage
  std::size_t weak = 0;       ///< weak classifiers of a stage
  std::size_t rounds = 0;     ///< of a stage
};

/// Throws Error(Kind::training) unless a training within these bounds could have come to the state, which may be from a file
/// that was made to do harm. Places of windows and numbers of features are checked where images and features are known.
void require_fit(const TrainingState& state, const TrainingBounds& bounds);

}  // namespace ocelli
