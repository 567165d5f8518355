#pragma once

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <string>
#include <vector>

#include "option_table.hpp"

namespace ocelli::app {

/// Former names of options and of their values: both still work, with a warning.
class OldNames {
 public:
  void add(const std::vector<Option>& options);

  /// The former names as options for the parser only; help does not show them.
  boost::program_options::options_description options() const;

  /// Replaces former names and values by the present ones. Returns one warning per replacement.
  /// Throws  Error(Kind::usage) naming both where an option is given under both names.
  std::vector<std::string> renew(boost::program_options::parsed_options& parsed) const;

 private:
  std::vector<Option> renamed_;
};

}  // namespace ocelli::app
