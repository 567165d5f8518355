#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

/// Internal to the trainings of detectors; not part of the module's interface.
namespace ocelli::internal {

/// The figures of a finished stage.
struct StageFigures {
  std::size_t weak = 0;            ///< weak classifiers in it
  double false_alarm = 0;          ///< rate on the negatives of the stage
  double cascade_false_alarm = 0;  ///< rate over all windows, with all stages so far
};

/// Returns a warning when the stages, from the first on, make no progress. It is given once, when three
/// stages in a row have each needed many of the `max_weak` weak classifiers allowed and still pass more than
/// a quarter of their negatives, while the cascade passes more than one window in a thousand. (Stages with
/// one or two weak classifiers normally pass that many.) `samples` is the picture of the training samples.
std::optional<std::string> no_progress_warning(std::span<const StageFigures> stages, std::size_t max_weak,
                                               const std::filesystem::path& samples);

}  // namespace ocelli::internal
