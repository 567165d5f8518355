#pragma once

#include <string>

#include "command_line.hpp"
#include "ocelli/pipelines/sources/truth_pages.hpp"

namespace ocelli::app {

/// Parses "even", "odd", or "" for all; rejects any other name as a usage error.
Half half_named(const std::string& name, const CommandLine& line);

}  // namespace ocelli::app
