#pragma once

#include <span>
#include <string>

#include "help_page.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {

/// A verb's help as one line of JSON: usage, example, description, and its options with their values.
std::string option_record(const HelpPage& page, std::span<const OptionGroup> groups);

/// Prints JSON Lines from which man pages and completion are written (scripts/write-manual): a line for the
/// program, then for each verb a line with its name and summary, followed by its option_record()s.
void print_option_records(std::span<const Verb> verbs, const std::string& exit_codes);

}  // namespace ocelli::internal::app
