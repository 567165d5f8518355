#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/metrics/plot.hpp"
#include "ocelli/training/stage_progress.hpp"

namespace ocelli::internal {

/// The curves of a detector's training, from its log events (training_log.hpp). When a training was
/// interrupted and resumed, rounds after the last checkpoint occur twice, and the later ones count.
class TrainingCurves {
 public:
  TrainingCurves() = default;
  /// Reads a log. Skips a truncated line, which a killed program may leave.
  explicit TrainingCurves(const std::string& log);

  /// Ignores events other than rounds and stages.
  void add(nlohmann::ordered_json event);

  /// By round: the loss, and the false-alarm rate of the current stage on training and validation data. The
  /// curves break at the end of a stage.
  LineChart rounds() const;
  /// By stage: the false-alarm rate of the cascade so far, and the share of validation objects that it
  /// misses.
  LineChart stages() const;
  /// Of each stage, in order.
  std::vector<StageFigures> stage_figures() const;

 private:
  /// By stage and round.
  using Events = std::map<std::pair<std::uint64_t, std::uint64_t>, nlohmann::ordered_json>;

  Events rounds_, stages_;
};

}  // namespace ocelli::internal
