#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace ocelli {

/// One step of a long computation: "mining negatives, 812 of 4000: false-alarm rate 3.1e-4".
struct Progress {
  std::string task;
  std::size_t done = 0;
  std::size_t total = 0;  ///< 0: unknown
  std::string note;
};

/// Called from one thread at a time. An empty function turns progress reports off.
using ProgressSink = std::function<void(const Progress&)>;

/// Receives what a training or an evaluation reports. Each function may be empty; all are called from one
/// thread at a time, and an exception that one throws ends the work.
struct Observer {
  std::function<void(const std::string& sentence)> report = {};
  /// A file or line that is left out, and why.
  std::function<void(const std::string& where, const std::string& message)> problem = {};
  ProgressSink progress = {};
  /// A line of the log, a JSON object.
  std::function<void(const std::string& line)> log = {};
};

}  // namespace ocelli
