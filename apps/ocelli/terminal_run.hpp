#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>

#include "ocelli/observer.hpp"
#include "ocelli/pipelines/stages/stages.hpp"
#include "ocelli/training/training_observer.hpp"
#include "progress_line.hpp"

namespace ocelli::internal::app {

/// Runs a training until it finishes or the user stops it, with its messages and progress on the terminal.
/// Returns the exit code: kSomeInputsFailed if it skipped files or lines, each of which was reported.
int run_training(const std::function<void(const TrainingObserver&, std::stop_token)>& train);

/// The progress display of a verb with many inputs: on the terminal, unless its results are printed there
/// too. They go to `output` (empty: standard output).
ProgressSink progress_of(const std::string& output, ProgressLine& terminal);

/// Reports an input that failed or is damaged; ignores the others.
void report_fault(const Record& record, ProgressLine& terminal);

/// Reports at the end of a run which files in folders were skipped, if any.
void report_passed_over(const RunSummary& summary, ProgressLine& terminal);

/// The exit code of a verb with many inputs.
int exit_code(bool canceled, std::size_t failed);

}  // namespace ocelli::internal::app
