#pragma once

#include <string>

#include "command_line.hpp"
#include "ocelli/pipelines/sources/truth_pages.hpp"

namespace ocelli::app {

/// Of "even", "odd", or "" for all; the command line refuses any other name.
Half half_named(const std::string& name, const CommandLine& line);

}  // namespace ocelli::app
