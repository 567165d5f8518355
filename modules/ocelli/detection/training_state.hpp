#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "ocelli/boosting/histogram_stump.hpp"
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
/// stages, the negatives of the stage under way and the stumps chosen so far in it. What follows from these
/// is computed again.
struct TrainingState {
  std::uint64_t fingerprint = 0;  ///< of options and data; a resume with another one is refused
  CascadeParts cascade;           ///< finished stages only
  std::vector<WindowReference>
      negatives;                       ///< of the stage under way, in training order; empty between stages
  MiningReport mining;                 ///< how they were found
  std::uint32_t rounds = 0;            ///< of the stage under way, finished
  std::vector<HistogramStump> stumps;  ///< of the stage under way; features number the stage's pool
  std::vector<double>
      least_error;  ///< FloatBoost's least error at size 1, 2, ...; infinite where none was seen

  friend bool operator==(const TrainingState&, const TrainingState&) = default;
};

}  // namespace ocelli
