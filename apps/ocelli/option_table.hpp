#pragma once

#include <boost/program_options/options_description.hpp>
#include <vector>

#include "ocelli/core/option_table.hpp"

namespace ocelli::app {

/// Adds one command line option for each of the table, with its value as default; parsing sets them.
void add_options(boost::program_options::options_description& line, const std::vector<Option>& table);

}  // namespace ocelli::app
