#include "ocelli/training/stage_progress.hpp"

#include <algorithm>

#include "ocelli/core/wording.hpp"
#include "ocelli/training/detector_log.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kInARow = 3;
constexpr double kManyPass = 0.25;       ///< share of the negatives of a stage
constexpr double kManyWeak = 0.2;        ///< share of the weak classifiers allowed per stage
constexpr double kFarFromTheEnd = 1e-3;  ///< share of all windows; below it, slow progress is normal

bool gets_nowhere(const StageFigures& stage, std::size_t max_weak) {
  return stage.false_alarm > kManyPass && stage.cascade_false_alarm > kFarFromTheEnd &&
         static_cast<double>(stage.weak) >= kManyWeak * static_cast<double>(max_weak);
}

/// The number of consecutive stages, up to the last one.
std::size_t hard_stages(std::span<const StageFigures> stages, std::size_t max_weak) {
  std::size_t count = 0;
  while (count < stages.size() && gets_nowhere(stages[stages.size() - 1 - count], max_weak)) ++count;
  return count;
}

bool was_said(std::span<const StageFigures> stages, std::size_t max_weak) {
  for (std::size_t end = kInARow; end < stages.size(); ++end)
    if (hard_stages(stages.first(end), max_weak) >= kInARow) return true;
  return false;
}

}  // namespace

std::optional<std::string> no_progress_warning(std::span<const StageFigures> stages, std::size_t max_weak,
                                               const std::filesystem::path& samples) {
  if (hard_stages(stages, max_weak) < kInARow || was_said(stages, max_weak)) return std::nullopt;
  return "Warning: this training makes no progress: each of the last three stages passes more than a quarter "
         "of "
         "the "
         "negatives it sees, with " +
         count_of(stages.back().weak, "weak classifier") + " in the last, and after " +
         count_of(stages.size(), "stage") + " " + short_number(100 * stages.back().cascade_false_alarm) +
         " % of all windows still pass. Common causes: objects of different shapes, poses or kinds under one "
         "label; "
         "boxes drawn by different rules or in the wrong place (the mean in " +
         samples.string() +
         " should look like a blurred object); negatives that show the object. Remedies: train a detector "
         "for "
         "each view or kind (--class); draw all boxes by one rule; add photos of that view. What to expect "
         "if it "
         "continues: 200 photos of one animal in every pose gave, after 8 minutes, a detector that finds "
         "half "
         "of "
         "them with 0.16 false alarms per photo. Ctrl-C stops it, and --resume continues it.";
}

}  // namespace ocelli::internal
