#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/option_table.hpp"

namespace ocelli::internal {

/// Two tables of options as one.
std::vector<Option> joined(std::vector<Option> table, const std::vector<Option>& more);

/// The option of that name, null where there is none. - and _ are the same, British spellings are American
/// ones, and a name that is a word of a language may end in another mark: for_.
const Option* find_option(const std::vector<Option>& table, std::string_view name);

/// From now on offered() gives the constants of methods (option::Spec::fixed()) too: for experiments.
/// Requires  one call, before any option is read.
void offer_constants();

/// The options that this program offers: without constants, unless it called offer_constants().
std::vector<Option> offered(const std::vector<Option>& table);

/// The name of the option that a mistyped one probably means; empty: none.
std::string nearest_option(const std::vector<Option>& table, std::string_view mistyped);

}  // namespace ocelli::internal
