#pragma once

#include <span>

namespace ocelli::internal::app {

/// The program: runs the verb that the words name, and returns the exit code. `words` are main()'s: the first
/// is the program's own name. Requires  that main() does nothing after it.
int run_program(std::span<char* const> words);

}  // namespace ocelli::internal::app
