#pragma once

namespace ocelli::internal::app {

/// The exit codes of the program.
enum ExitCode : int {
  kFine = 0,
  kSomeInputsFailed = 1,  ///< each is named on stderr; all others are complete
  kWrongUsage = 2,
  kCannotGoOn = 3,  ///< the model, the output or the only input cannot be used
  kStopped = 130,   ///< by Ctrl-C or SIGTERM; finished results are complete in the output
};

}  // namespace ocelli::internal::app
