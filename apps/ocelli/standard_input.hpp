#pragma once

#include <istream>

namespace ocelli::internal::app {

/// Standard input as a stream that a stop request (CancellationScope of the reading thread) ends within 50
/// ms, even without input, where std::cin would keep waiting. Use from one thread at a time; do not also read
/// std::cin. Reading throws Error(Kind::input) where the system cannot read, as from a folder or a closed
/// descriptor.
std::istream& standard_input();

}  // namespace ocelli::internal::app
