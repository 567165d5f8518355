#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "ocelli/observer.hpp"

namespace ocelli::internal::app {

/// How a rate is told: work of a second or more a step by the minute.
enum class Pace { a_second, a_minute };

/// A progress line at the bottom of a terminal (stderr), with the time left when the total is known. If
/// stderr is not a terminal nothing is shown, but say() still writes. Use from one thread at a time.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Whether stderr is a terminal.
  bool is_terminal() const { return terminal_; }

  /// Shows the step, at most ten times a second.
  void show(const Progress& progress, Pace pace = Pace::a_second);

  /// Writes a separate line to stderr, above the progress.
  void print(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;

  void clear();

  bool terminal_;
  bool visible_ = false;
  std::string task_;
  Clock::time_point begun_, shown_;
  std::size_t before_ = 0;  ///< work that was done when the task began here
};

/// "images 120 of 2000 (6 %), 35.2 a second, 0:53 left: note". `elapsed` is the time since the start of the
/// task, of which `before` was done by an earlier run.
std::string progress_text(const Progress& progress, std::chrono::duration<double> elapsed,
                          Pace pace = Pace::a_second, std::size_t before = 0);

}  // namespace ocelli::internal::app
