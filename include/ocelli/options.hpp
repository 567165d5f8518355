#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ocelli/version.hpp"

namespace ocelli {

/// Options by name, as the command line and Python take them: {{"min-neighbors", "3"}, {"stride", "1"}}.
/// Underscores may stand for hyphens. A name that does not exist or a value out of range is an
/// Error(Kind::usage) that names it.
using Options = std::vector<std::pair<std::string, std::string>>;

/// An option as help, a form or a completion shows it.
struct OptionInfo {
  std::string name;           ///< "min-neighbors"
  std::string help;           ///< one sentence
  std::string shape;          ///< "number", "whole number", "yes|no", "text"
  std::string default_value;  ///< as text
  std::string allowed;        ///< "at least 1 and at most 64"; empty: any of its shape
};

}  // namespace ocelli
