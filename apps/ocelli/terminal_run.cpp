#include "terminal_run.hpp"

#include <unistd.h>

#include "progress_line.hpp"
#include "stop_signal.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {

ProgressSink progress_of(const std::string& output, ProgressLine& terminal) {
  if (output.empty() && ::isatty(STDOUT_FILENO) == 1) return {};
  return [&terminal](const Progress& progress) { terminal.show(progress); };
}

void report_fault(const Record& record, ProgressLine& terminal) {
  if (record.error) terminal.print("ocelli: " + record.input + ": " + *record.error);
  if (!record.warning.empty()) terminal.print("ocelli: " + record.input + ": warning: " + record.warning);
}

void report_passed_over(const RunSummary& summary, ProgressLine& terminal) {
  if (const std::string words = to_string(summary.passed_over); !words.empty())
    terminal.print("ocelli: " + words);
}

int exit_code(bool canceled, std::size_t failed) {
  if (canceled) return kStopped;
  return failed > 0 ? kSomeInputsFailed : kFine;
}

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
