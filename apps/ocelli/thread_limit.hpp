#pragma once

#include <cstddef>

namespace ocelli::internal::app {

/// The number of additional threads that can be started, up to `wanted`. A process limit (ulimit -u, a
/// container's) may allow fewer.
/// Cost  30 us per thread.
std::size_t startable_threads(std::size_t wanted);

/// Limits computations to this many threads from now on (0: one per core). If the system cannot start that
/// many, uses fewer and reports it on stderr, because oneTBB would end the program there. A later call
/// replaces the limit.
void limit_threads(std::size_t threads);

}  // namespace ocelli::internal::app
