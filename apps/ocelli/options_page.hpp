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
};

/// The groups whose headings begin like this, as tables in Markdown.
std::string options_in_markdown(const std::string& usage, std::span<const OptionGroup> groups,
                                const std::string& beginning);

/// docs/options.md: every option of every verb, to standard output.
void print_options_page(std::span<const Verb> verbs);

}  // namespace ocelli::internal::app
