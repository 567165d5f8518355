#pragma once

#include <span>
#include <string>
#include <vector>

#include "option_table.hpp"
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

/// The groups whose headings, or those that they are within, begin like this, as tables in Markdown. A table
/// that was printed before is not printed again: of one that differs from it, the rows that differ are.
std::string options_in_markdown(const std::string& usage, std::span<const OptionGroup> groups,
                                const std::string& beginning);

/// docs/options.md: every option of every verb, to standard output.
void print_options_page(std::span<const Verb> verbs);

}  // namespace ocelli::internal::app
