#include "ocelli/core/time_limit.hpp"

#include <condition_variable>
#include <mutex>
#include <system_error>
#include <utility>

namespace ocelli::internal {
namespace {

void request_after(std::chrono::duration<double> time, const std::stop_source& over,
                   const std::stop_token& ended) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, ended, time, [] { return false; });
  if (!ended.stop_requested()) over.request_stop();
}

}  // namespace

TimeLimit::TimeLimit(std::chrono::duration<double> time) {
  try {
    timer_.emplace([time, over = over_](const std::stop_token& ended) { request_after(time, over, ended); });
  } catch (const std::system_error&) {
    timer_.reset();
  }
}

}  // namespace ocelli::internal
