#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "ocelli/detection/training/cascade_trainer.hpp"
#include "ocelli/detection/training/verifier_trainer.hpp"
#include "ocelli/training/detector_training.hpp"
#include "ocelli/training/training_curves.hpp"
#include "ocelli/training/training_session.hpp"

/// The messages and log of a detector training; not part of the module's interface.
namespace ocelli::internal {

/// Formats with three significant digits.
std::string short_number(double value);

/// Reports the rounds and stages of a training: to the log, to the curves next to the model, and to the
/// observer.
class DetectorLog {
 public:
  /// Keeps references to both. Reads the log of an interrupted training once, so that the curves continue.
  DetectorLog(const DetectorTraining& job, TrainingSession& session);

  void resumed(std::size_t stages, std::size_t rounds);
  void round(const RoundReport& report);
  /// Also draws the curves.
  void stage(const StageReport& report);
  void verifier_round(const VerifierReport& report);
  void draw_curves() const;

 private:
  void log(const nlohmann::ordered_json& event);

  const DetectorTraining& job_;
  TrainingSession& session_;
  TrainingCurves curves_;
};

/// Writes all of it to the log, and stores each state with `save`. The log and the session must outlive it.
template <class State>
TrainingWatchOf<State> watch_training(DetectorLog& log, TrainingSession& session,
                                      void (*save)(const std::filesystem::path&, const State&)) {
  return {.progress = session.progress(),
          .round = [&log](const RoundReport& report) { log.round(report); },
          .stage = [&log](const StageReport& report) { log.stage(report); },
          .checkpoint = [&session, save](const State& state) { save(session.files().checkpoint(), state); }};
}

}  // namespace ocelli::internal
