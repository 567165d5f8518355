#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace ocelli {

/// One step of a long computation, for progress display: "mining negatives, 812 of 4000: false-alarm rate 3.1e-4".
struct Progress {
  std::string task;
  std::size_t done = 0;
  std::size_t total = 0;
  std::string note;
};

/// Called from one thread at a time. An empty function turns progress reports off.
using ProgressSink = std::function<void(const Progress&)>;

}  // namespace ocelli
