#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ocelli::app {

/// The words of a command line, without the program and the verb.
using Arguments = std::vector<std::string>;

/// One thing that the program can do. A new one is a file in verbs/ that defines it, and a word in main.cpp.
struct Verb {
  std::string_view name;  ///< one word or two: "detect", "train detector"
  std::string_view summary;
  int (*run)(const Arguments& arguments);  ///< returns an ExitCode; throws Error
};

}  // namespace ocelli::app
