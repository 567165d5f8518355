#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/version.hpp"

namespace ocelli {

/// Options by name, as on the command line and in Python: {{"min-neighbors", "3"}, {"stride", "1"}}.
/// Underscores may replace hyphens. An unknown name or a value out of range throws Error(Kind::usage) naming
/// it.
using Options = std::vector<std::pair<std::string, std::string>>;

/// The description of an option, for help texts, forms and completion.
struct OptionInfo {
  std::string name;           ///< "min-neighbors"
  std::string help;           ///< one sentence
  std::string shape;          ///< "number", "whole number", "yes|no", "text"
  std::string default_value;  ///< as text
  std::string allowed;        ///< "at least 1 and at most 64"; empty if unrestricted
};

/// Limits on each input. An input that exceeds one becomes an error record naming the limit, and the run
/// continues.
struct InputLimits {
  std::int64_t max_pixels = std::int64_t{1} << 26;  ///< per image or page
  int max_pages = 10'000;                           ///< per file
  double max_seconds = 60;                          ///< to decode, render or read an image or page
  int max_megabytes = 4096;                         ///< to decode or render one input
};

}  // namespace ocelli
