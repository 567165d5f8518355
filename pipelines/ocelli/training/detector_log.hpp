#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "ocelli/detection/training/cascade_trainer.hpp"
#include "ocelli/training/detector_training.hpp"
#include "ocelli/training/training_session.hpp"

/// What the training of a detector tells and logs; not part of the module's interface.
namespace ocelli {

/// "12 objects"
std::string counted(std::size_t count, const std::string& noun);
/// In three digits.
std::string short_number(double value);

void log_resume(TrainingSession& session, std::size_t stages, std::size_t rounds);

/// The round in the log, and to who watches.
void tell_round(const DetectorTraining& job, TrainingSession& session, const RoundReport& report);
/// The stage in the log, in the curves, and to who watches.
void tell_stage(const DetectorTraining& job, TrainingSession& session, const StageReport& report);

/// From the log, which knows the rounds of an interrupted training too.
void draw_curves(const DetectorTraining& job);

/// Tells all that, and keeps each state with `save`. Job and session must outlive it.
template <class State>
TrainingWatchOf<State> watch_training(const DetectorTraining& job, TrainingSession& session,
                                      void (*save)(const std::filesystem::path&, const State&)) {
  return {.progress = session.progress(),
          .round = [&](const RoundReport& report) { tell_round(job, session, report); },
          .stage = [&](const StageReport& report) { tell_stage(job, session, report); },
          .checkpoint = [&session, save](const State& state) { save(session.files().checkpoint(), state); }};
}

}  // namespace ocelli
