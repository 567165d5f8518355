#pragma once

#include <cstddef>
#include <string>

#include "ocelli/core/progress.hpp"
#include "progress_line.hpp"

namespace ocelli::app {

/// How a verb that goes through many inputs shows how far it is: on the terminal, unless its results, which go to
/// `output` (empty: standard output), scroll by there already.
ProgressSink progress_of(const std::string& output, ProgressLine& terminal);

/// What such a verb returns.
int exit_code(bool cancelled, std::size_t failed);

}  // namespace ocelli::app
