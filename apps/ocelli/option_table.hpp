#pragma once

#include <boost/program_options/options_description.hpp>
#include <string_view>
#include <vector>

#include "ocelli/core/option_table.hpp"

namespace ocelli::app {

/// What help calls the value of an option: "number", "file", "yes|no|auto".
std::string_view placeholder_of(const Option& option);

/// One option of the command line for each of the table, with its value as default; parsing sets them. The old names of
/// options are not among them (OldNames).
void add_options(boost::program_options::options_description& line, const std::vector<Option>& table);

}  // namespace ocelli::app
