#pragma once

#include <cstdint>
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

/// Limits on each input. An input beyond one becomes an error record that names the limit; the run goes on.
struct InputLimits {
  std::int64_t max_pixels = std::int64_t{1} << 26;  ///< of an image or page
  int max_pages = 10'000;                           ///< of a file
  double max_seconds = 60;                          ///< to decode, draw or read an image or page
  int max_megabytes = 4096;                         ///< to decode or draw one input
};

}  // namespace ocelli
