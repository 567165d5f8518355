#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

#include "ocelli/core/cancellation.hpp"

namespace ocelli::internal::app {

/// Turns the first Ctrl-C (SIGINT) or SIGTERM during its lifetime into a stop request for its token and for
/// the computations of the thread that creates it (CancellationScope). A second one ends the program
/// immediately. Create it before any other thread, because another thread would receive the signal itself.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  void watch(const std::stop_token& enough);

  std::stop_source source_;
  CancellationScope scope_{source_.get_token()};
  sigset_t signals_{}, before_{};
  std::jthread watcher_;
};

}  // namespace ocelli::internal::app
