#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "ocelli/observer.hpp"

namespace ocelli::internal::app {

/// The unit of a rate: steps that take a second or longer are counted per minute.
enum class Pace { a_second, a_minute };

/// A progress line at the bottom of a terminal (stderr), with the remaining time if the total is known. If
/// stderr is not a terminal, no progress is shown, but print() still writes. Use from one thread at a time.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Whether stderr is a terminal.
  bool is_terminal() const { return terminal_; }

  /// Shows the step, at most ten times per second.
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
  std::size_t before_ = 0;  ///< steps already done when the task started here
};

/// "images 120 of 2000 (6 %), 35.2 a second, 0:53 left: note". `elapsed` is the time since the start of the
/// task. An earlier run did the first `before` steps.
std::string progress_text(const Progress& progress, std::chrono::duration<double> elapsed,
                          Pace pace = Pace::a_second, std::size_t before = 0);

}  // namespace ocelli::internal::app
