#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ocelli::internal::app {

/// The arguments of a command line, without the program and the verb.
using Arguments = std::vector<std::string>;

/// A verb of the program. A new one is a file in verbs/ that defines it, and an entry in program.cpp.
struct Verb {
  std::string_view name;  ///< one word or two: "detect", "train detector"
  std::string_view summary;
  int (*run)(const Arguments& arguments);  ///< returns an ExitCode; throws Error
  /// Arguments that print further parts of the page of all options, where they hang on an argument.
  std::vector<Arguments> (*more_options)() = nullptr;
};

}  // namespace ocelli::internal::app
