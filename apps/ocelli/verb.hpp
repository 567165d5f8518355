#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ocelli::internal::app {

/// The arguments of a command line, without the program and the verb.
using Arguments = std::vector<std::string>;

/// A verb of the program. To add one, add a file in verbs/ that defines it, and an entry in program.cpp.
struct Verb {
  std::string_view name;  ///< one word or two: "detect", "train detector"
  std::string_view summary;
  int (*run)(const Arguments& arguments);  ///< returns an ExitCode; throws Error
  /// Arguments that print additional parts of the options page, if options depend on an argument.
  std::vector<Arguments> (*more_options)() = nullptr;
};

/// The exit codes of the program.
enum ExitCode : int {
  kFine = 0,
  kSomeInputsFailed = 1,  ///< each is reported on stderr; all others are complete
  kWrongUsage = 2,
  kCannotGoOn = 3,  ///< the model, the output or the only input cannot be used
  kStopped = 130,   ///< by Ctrl-C or SIGTERM; finished results are complete in the output
};

/// The program: runs the verb named by the words and returns the exit code. `words` are those of main(),
/// starting with the program's own name.
/// Requires  that main() does nothing afterward.
int run_program(std::span<char* const> words);

}  // namespace ocelli::internal::app
