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
  std::string within = {};  ///< the heading of the parent group, if the group has its own title
};

/// Splits options into groups: those without a title (option::Spec::under()) under the heading, and one group
/// per title.
std::vector<OptionGroup> grouped(const std::string& heading, const std::vector<Option>& options);

/// The groups with a heading, or parent heading, that starts with the given one, as Markdown tables. A table
/// with options that were already printed contains only the rows that differ.
std::string options_in_markdown(const std::string& usage, std::span<const OptionGroup> groups,
                                const std::string& beginning);

/// Prints docs/options.md, with every option of every verb, to standard output.
void print_options_page(std::span<const Verb> verbs);

/// The placeholder of an option's value in help: "number", "file", "yes|no|auto".
std::string_view placeholder_of(const Option& option);

/// Adds a command line option for each entry of the table, with its value as the default. Parsing sets them.
void add_options(boost::program_options::options_description& line, const std::vector<Option>& table);

/// The text that --help and --help-all print for a verb.
struct HelpPage {
  std::string usage, example;
  std::string brief;   ///< a description of the arguments, in a line or two
  std::string detail;  ///< the full description
};

/// Whether --help shows an option: one of the verb's own, or a basic option of a group.
bool is_basic(const OptionGroup& group, const Option& option);

/// --help: the basic options, in at most 40 lines of 100 columns.
std::string basic_help(const HelpPage& page, std::span<const OptionGroup> groups);

/// --help-all: every option by group, with all allowed values.
std::string full_help(const HelpPage& page, std::span<const OptionGroup> groups);

}  // namespace ocelli::internal::app
