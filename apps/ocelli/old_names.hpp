#pragma once

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <string>
#include <vector>

#include "option_table.hpp"

namespace ocelli::app {

/// The names that options of the version before had, and the words that they took: both still work, with a warning.
class OldNames {
 public:
  void add(const std::vector<Option>& options);

  /// The old names as options, for parsing alone: help does not show them.
  boost::program_options::options_description options() const;

  /// Puts the names and words of now in place of old ones. Returns a warning for each of them.
  /// Throws  Error(Kind::usage) naming both where an option is given under both names.
  std::vector<std::string> renew(boost::program_options::parsed_options& parsed) const;

 private:
  std::vector<Option> renamed_;
};

}  // namespace ocelli::app
