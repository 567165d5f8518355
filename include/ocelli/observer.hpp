#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace ocelli {

/// A step of a long computation: "mining negatives, 812 of 4000: false-alarm rate 3.1e-4".
struct Progress {
  std::string task;
  std::size_t done = 0;
  std::size_t total = 0;  ///< 0 if unknown
  std::string note;
};

/// Called from one thread at a time. An empty function turns progress reports off.
using ProgressSink = std::function<void(const Progress&)>;

/// Receives the reports of a training or an evaluation. Any function may be empty. Only one is called at a
/// time, and an exception thrown by one ends the work.
struct Observer {
  std::function<void(const std::string& sentence)> report = {};
  /// A file or line that was skipped, and why.
  std::function<void(const std::string& where, const std::string& message)> problem = {};
  ProgressSink progress = {};
  /// A line of the log: one JSON object.
  std::function<void(const std::string& line)> log = {};
};

}  // namespace ocelli
