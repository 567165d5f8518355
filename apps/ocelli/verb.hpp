#pragma once

#include <span>
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

/// The exit codes of the program.
enum ExitCode : int {
  kFine = 0,
  kSomeInputsFailed = 1,  ///< each is named on stderr; all others are complete
  kWrongUsage = 2,
  kCannotGoOn = 3,  ///< the model, the output or the only input cannot be used
  kStopped = 130,   ///< by Ctrl-C or SIGTERM; finished results are complete in the output
};

/// The program: runs the verb that the words name, and returns the exit code. `words` are main()'s: the first
/// is the program's own name. Requires  that main() does nothing after it.
int run_program(std::span<char* const> words);

}  // namespace ocelli::internal::app
