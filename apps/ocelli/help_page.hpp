#pragma once

#include <boost/program_options/options_description.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/option_table.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {

/// Options under a heading of the help.
struct OptionGroup {
  std::string heading;
  std::vector<Option> options;
  std::string within = {};  ///< the heading of the options that they are a part of, with a title of their own
};

/// The options as groups: those without a title (option::Spec::under()) have the heading, the others are a
/// group for each title.
std::vector<OptionGroup> grouped(const std::string& heading, const std::vector<Option>& options);

/// The groups whose headings, or those that they are within, begin like this, as tables in Markdown. Of a
/// table whose options were printed before, only the rows that differ are printed.
std::string options_in_markdown(const std::string& usage, std::span<const OptionGroup> groups,
                                const std::string& beginning);

/// docs/options.md: every option of every verb, to standard output.
void print_options_page(std::span<const Verb> verbs);

/// The placeholder of an option's value in help: "number", "file", "yes|no|auto".
std::string_view placeholder_of(const Option& option);

/// Adds one command line option for each of the table, with its value as default; parsing sets them.
void add_options(boost::program_options::options_description& line, const std::vector<Option>& table);

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
