#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <utility>

namespace ocelli::internal::test {

/// What `act` returns when `threads` threads work for it, also on a machine with fewer cores.
template <class Act>
auto with_threads(int threads, Act&& act) {
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  return arena.execute(std::forward<Act>(act));
}

}  // namespace ocelli::internal::test
