#include "progress_line.hpp"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <iostream>

#include "printable.hpp"

namespace ocelli::internal::app {
namespace {

std::string one_decimal(double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

/// "0:07", "12:30", "3:00:05".
std::string clock_text(double seconds) {
  const long whole = static_cast<long>(seconds);
  std::array<char, 64> text{};
  if (whole >= 3600) {
    std::snprintf(text.data(), text.size(), "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
  } else {
    std::snprintf(text.data(), text.size(), "%ld:%02ld", whole / 60, whole % 60);
  }
  return text.data();
}

std::string rate_text(double a_second, Pace pace) {
  return pace == Pace::a_minute ? one_decimal(60 * a_second) + " per minute"
                                : one_decimal(a_second) + " per second";
}

}  // namespace

std::string progress_text(const Progress& progress, std::chrono::duration<double> elapsed, Pace pace,
                          std::size_t before) {
  const double done = static_cast<double>(progress.done), total = static_cast<double>(progress.total);
  const double rate = elapsed.count() > 0 ? (done - static_cast<double>(before)) / elapsed.count() : 0;
  std::string text = progress.task + " " + std::to_string(progress.done);
  if (progress.total > 0) {
    text += " of " + std::to_string(progress.total) + " (" +
            std::to_string(100 * progress.done / progress.total) + " %)";
  }
  if (rate > 0) text += ", " + rate_text(rate, pace);
  if (rate > 0 && total > done) text += ", " + clock_text((total - done) / rate) + " left";
  if (!progress.note.empty()) text += ": " + progress.note;
  return text;
}

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const Progress& progress, Pace pace) {
  constexpr auto kPause = std::chrono::milliseconds(100);
  if (!terminal_) return;
  const Clock::time_point now = Clock::now();
  if (progress.task != task_) {
    task_ = progress.task;
    begun_ = now;
    before_ = progress.done;
  }
  if (visible_ && now - shown_ < kPause) return;
  clear();
  std::cerr << printable(progress_text(progress, now - begun_, pace, before_)) << std::flush;
  visible_ = true;
  shown_ = now;
}

void ProgressLine::print(const std::string& text) {
  clear();
  print_to_stderr(text);
}

void ProgressLine::clear() {
  if (visible_) std::cerr << "\r\033[K" << std::flush;
  visible_ = false;
}

}  // namespace ocelli::internal::app
