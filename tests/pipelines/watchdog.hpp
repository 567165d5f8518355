#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <stop_token>
#include <thread>

namespace ocelli::internal::test {

/// Ends the test program loudly when it is still alive after the given time: a hang must not look like
/// slowness.
class Watchdog {
 public:
  explicit Watchdog(std::chrono::seconds limit)
      : thread_([this, limit](const std::stop_token& done) {
          std::unique_lock lock(mutex_);
          changed_.wait_for(lock, done, limit, [] { return false; });
          if (done.stop_requested()) return;
          std::cerr << "\n*** HANG: not finished after " << limit.count() << " s ***\n";
          std::abort();
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::jthread thread_;
};

}  // namespace ocelli::internal::test
