#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "ocelli/detection/training/cascade_trainer.hpp"
#include "ocelli/detection/training/verifier_trainer.hpp"
#include "ocelli/training/detector_training.hpp"
#include "ocelli/training/training_curves.hpp"
#include "ocelli/training/training_session.hpp"

/// What the training of a detector tells and logs; not part of the module's interface.
namespace ocelli::internal {

/// In three digits.
std::string short_number(double value);

/// The rounds and stages of a training: in the log, in the curves beside the model, and to the observer.
class DetectorLog {
 public:
  /// Keeps references to both. Reads the log of an interrupted training once, so that the curves continue.
  DetectorLog(const DetectorTraining& job, TrainingSession& session);

  void resumed(std::size_t stages, std::size_t rounds);
  void round(const RoundReport& report);
  /// Draws the curves too.
  void stage(const StageReport& report);
  void verifier_round(const VerifierReport& report);
  void draw_curves() const;

 private:
  void log(const nlohmann::ordered_json& event);

  const DetectorTraining& job_;
  TrainingSession& session_;
  TrainingCurves curves_;
};

/// Writes all that to the log, and keeps each state with `save`. Log and session must outlive it.
template <class State>
TrainingWatchOf<State> watch_training(DetectorLog& log, TrainingSession& session,
                                      void (*save)(const std::filesystem::path&, const State&)) {
  return {.progress = session.progress(),
          .round = [&log](const RoundReport& report) { log.round(report); },
          .stage = [&log](const StageReport& report) { log.stage(report); },
          .checkpoint = [&session, save](const State& state) { save(session.files().checkpoint(), state); }};
}

}  // namespace ocelli::internal
