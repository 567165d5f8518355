#pragma once

#include <cstddef>
#include <string>

#include "ocelli/core/progress.hpp"
#include "ocelli/pipelines/stages/stages.hpp"
#include "progress_line.hpp"

namespace ocelli::app {

/// How a verb that goes through many inputs shows how far it is: on the terminal, unless its results, which go to
/// `output` (empty: standard output), scroll by there already.
ProgressSink progress_of(const std::string& output, ProgressLine& terminal);

/// A word about an input that failed or is damaged; nothing about others.
void say_fault(const Record& record, ProgressLine& terminal);

/// At the end of a run: how many images came with a warning, if any.
void say_warned(const RunSummary& summary, ProgressLine& terminal);

/// What such a verb returns.
int exit_code(bool cancelled, std::size_t failed);

}  // namespace ocelli::app
