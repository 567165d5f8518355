#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

/// Inside the trainings of detectors; not part of the module's interface.
namespace ocelli::internal {

/// The figures of a finished stage.
struct StageFigures {
  std::size_t weak = 0;            ///< weak classifiers in it
  double false_alarm = 0;          ///< of the negatives that it is shown
  double cascade_false_alarm = 0;  ///< of all windows, by all stages so far
};

/// What to say after these stages, from the first on, when they get nowhere: once, when the third in a row
/// has needed many of the weak classifiers that it may have, `most_weak`, and passes more than a quarter of
/// what it is shown all the same, while the cascade passes more than one window in a thousand. (Stages that
/// pass as much by one or two weak classifiers are as they should be.) `samples`: the picture of what is
/// learned from.
std::optional<std::string> no_progress_warning(std::span<const StageFigures> stages, std::size_t max_weak,
                                               const std::filesystem::path& samples);

}  // namespace ocelli::internal
