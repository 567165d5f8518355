#pragma once

#include <istream>

namespace ocelli::app {

/// Standard input, as a stream that a stop request (CancellationScope of the thread that reads) ends within a twentieth of a
/// second, also where nothing comes: std::cin would go on to wait. For one thread at a time; std::cin must not be read
/// beside it.
std::istream& standard_input();

}  // namespace ocelli::app
