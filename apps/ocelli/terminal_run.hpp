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

/// Runs a training until it is done or the user stops it, its messages and its progress on the terminal.
/// Returns the exit code: kSomeInputsFailed when it left out files or lines, each of which has been named.
int run_training(const std::function<void(const TrainingObserver&, std::stop_token)>& train);

/// The progress display of a verb with many inputs: on the terminal, unless its results, which go to
/// `output` (empty: standard output), scroll by there already.
ProgressSink progress_of(const std::string& output, ProgressLine& terminal);

/// Reports an input that failed or is damaged; ignores others.
void report_fault(const Record& record, ProgressLine& terminal);

/// At the end of a run: reports what was passed over in folders, if anything.
void report_passed_over(const RunSummary& summary, ProgressLine& terminal);

/// The exit code of such a verb.
int exit_code(bool canceled, std::size_t failed);

}  // namespace ocelli::internal::app
