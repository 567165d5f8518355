#include "stop_signal.hpp"

#include <chrono>
#include <system_error>

namespace ocelli::internal::app {

StopSignal::StopSignal() {
  ::sigemptyset(&signals_);
  ::sigaddset(&signals_, SIGINT);
  ::sigaddset(&signals_, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  try {
    watcher_ = std::jthread([this](const std::stop_token& enough) { watch(enough); });
  } catch (const std::system_error&) {
    // If no thread can be started, a signal has its default effect and ends the program.
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
}

StopSignal::~StopSignal() {
  watcher_.request_stop();
  if (watcher_.joinable()) {
    ::pthread_kill(watcher_.native_handle(), SIGINT);  // ends its wait
    watcher_.join();
  }
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void StopSignal::watch(const std::stop_token& enough) {
  using Clock = std::chrono::steady_clock;
  // Tools that signal a process and its group, as timeout(1) does, send the signal twice.
  constexpr std::chrono::milliseconds kSameRequest{300};
  Clock::time_point first;
  while (true) {
    int signal = 0;
    ::sigwait(&signals_, &signal);
    if (enough.stop_requested()) return;
    if (source_.request_stop()) {
      first = Clock::now();
      continue;
    }
    if (Clock::now() - first < kSameRequest) continue;
    // The second signal has its default effect.
    ::pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
    ::raise(signal);
  }
}

}  // namespace ocelli::internal::app
