#pragma once

#include <cstddef>

namespace ocelli::internal::app {

/// How many threads can be started besides this one, up to `wanted`: a limit of processes (ulimit -u, a
/// container's) may allow fewer.
/// Cost  30 us a thread.
std::size_t startable_threads(std::size_t wanted);

/// From now on at most so many threads run computations (0: one per core); fewer, with a word on stderr,
/// where the system does not let them start, for oneTBB would end the program there. A later call replaces
/// the limit.
void limit_threads(std::size_t threads);

}  // namespace ocelli::internal::app
