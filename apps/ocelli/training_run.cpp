#include "training_run.hpp"

#include "exit_code.hpp"
#include "progress_line.hpp"
#include "stop_signal.hpp"

namespace ocelli::internal::app {

int run_training(const std::function<void(const TrainingObserver&, std::stop_token)>& train) {
  const StopSignal stop;
  ProgressLine terminal;
  bool left_out = false;
  train({.report = [&](const std::string& sentence) { terminal.print(sentence); },
         .problem =
             [&](const Problem& problem) {
               left_out = true;
               terminal.print("ocelli: skipped: " + problem.where + ": " + problem.message);
             },
         .progress = [&](const Progress& progress) { terminal.show(progress); }},
        stop.token());
  return left_out ? kSomeInputsFailed : kFine;
}

}  // namespace ocelli::internal::app
