#pragma once

#include <string>
#include <vector>

#include "command_line.hpp"

namespace ocelli::app {

/// Adds the option --class: names of classes, separated by commas; may be given several times. Parsing writes them to
/// `words`, which must live until then.
void add_class_option(CommandLine& line, std::vector<std::string>& words);

/// The names in the option's values.
std::vector<std::string> class_names(const std::vector<std::string>& words);

}  // namespace ocelli::app
