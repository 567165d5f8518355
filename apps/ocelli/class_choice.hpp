#pragma once

#include <string>
#include <vector>

#include "command_line.hpp"

namespace ocelli::app {

/// Adds the option --class: names of classes, which may be given several times, and several in one word with commas
/// between them. Parsing writes them to `words`, which must live until then.
void add_class_option(CommandLine& line, std::vector<std::string>& words);

/// The names in the words of the option.
std::vector<std::string> class_names(const std::vector<std::string>& words);

}  // namespace ocelli::app
