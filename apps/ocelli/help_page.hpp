#pragma once

#include <span>
#include <string>

#include "options_page.hpp"

namespace ocelli::internal::app {

/// What --help and --help-all print of a verb.
struct HelpPage {
  std::string usage, example;
  std::string brief;   ///< what the arguments are, in a line or two
  std::string detail;  ///< the same in full
};

/// Whether --help shows an option: one of the verb's own, or a basic one of a group.
bool is_basic(const OptionGroup& group, const Option& option);

/// --help: the basic options, on at most 40 lines of 100 columns.
std::string basic_help(const HelpPage& page, std::span<const OptionGroup> groups);

/// --help-all: every option by its group, with all values that it takes.
std::string full_help(const HelpPage& page, std::span<const OptionGroup> groups);

}  // namespace ocelli::internal::app
