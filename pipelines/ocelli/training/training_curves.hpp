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

/// What the events of a detector's training (training_log.hpp) say of it. In a training that was interrupted
/// and resumed, rounds after the last checkpoint come twice: the later ones count.
class TrainingCurves {
 public:
  TrainingCurves() = default;
  /// From a log. Skips a line cut short, as a killed program may leave it.
  explicit TrainingCurves(const std::string& log);

  /// Ignores events other than rounds and stages.
  void add(nlohmann::ordered_json event);

  /// Round by round: the loss, and the false-alarm rate of the stage under way, on what is learned from and
  /// on what is not. The curves break where a stage ends.
  LineChart rounds() const;
  /// Stage by stage: the false-alarm rate of the cascade so far, and the share of validation objects that it
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
