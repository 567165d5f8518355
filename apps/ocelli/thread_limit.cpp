#include "thread_limit.hpp"

#include <tbb/global_control.h>
#include <tbb/info.h>

#include <algorithm>
#include <future>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "printable.hpp"

namespace ocelli::internal::app {

std::size_t startable_threads(std::size_t wanted) {
  std::promise<void> enough;
  const std::shared_future<void> end = enough.get_future().share();
  std::vector<std::jthread> threads;
  try {
    while (threads.size() < wanted) threads.emplace_back([end] { end.wait(); });
  } catch (const std::system_error&) {
    // As many as there are.
  }
  enough.set_value();
  return threads.size();
}

void limit_threads(std::size_t threads) {
  // A plain pointer, never freed at exit: destroying a limit makes oneTBB start threads, needlessly at the
  // end of the program.
  static tbb::global_control* limit = nullptr;
  delete limit;
  limit = nullptr;

  const auto cores = static_cast<std::size_t>(tbb::info::default_concurrency());
  const std::size_t wanted = threads > 0 ? threads : cores;
  // One of them watches for signals while the others, including this thread, compute.
  const std::size_t probed = std::min(wanted, cores), startable = startable_threads(probed);
  const bool is_short = startable < probed;
  if (threads == 0 && !is_short) return;
  if (is_short)
    print_to_stderr("ocelli: started only " + std::to_string(startable) + " of " + std::to_string(probed) +
                    " threads; the run will be slower");
  limit = new tbb::global_control(tbb::global_control::max_allowed_parallelism,
                                  is_short ? std::max<std::size_t>(1, startable) : threads);
}

}  // namespace ocelli::internal::app
