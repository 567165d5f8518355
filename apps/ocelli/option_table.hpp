#pragma once

#include <boost/program_options/options_description.hpp>
#include <string_view>
#include <vector>

#include "ocelli/core/option_table.hpp"

namespace ocelli::internal::app {

/// From now on command lines offer the constants of methods (option::Spec::fixed()) as well: for a program of
/// experiments.
/// Requires  one call, before any command line: first thing in main().
void offer_constants();

/// The options that command lines offer.
std::vector<Option> offered(const std::vector<Option>& table);

/// The placeholder of an option's value in help: "number", "file", "yes|no|auto".
std::string_view placeholder_of(const Option& option);

/// Adds one command line option for each of the table, with its value as default; parsing sets them.
void add_options(boost::program_options::options_description& line, const std::vector<Option>& table);

}  // namespace ocelli::internal::app
