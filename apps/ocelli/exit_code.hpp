#pragma once

namespace ocelli::app {

/// What the program returns to whoever called it.
enum ExitCode : int {
  kFine = 0,
  kSomeInputsFailed = 1,  ///< each is named on stderr; all others are done
  kWrongUsage = 2,
  kCannotGoOn = 3,  ///< the model, the output or the only input cannot be used
  kStopped = 130,   ///< by Ctrl-C or SIGTERM; what was done by then is written whole
};

}  // namespace ocelli::app
