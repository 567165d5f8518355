#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace ocelli::app {

/// The log of a training, one JSON line an event, each written in one piece. Every line ends with the seconds since
/// the start.
class TrainingLog {
 public:
  /// Goes on with the file when a training is resumed. Throws Error(Kind::output) when it cannot be written.
  TrainingLog(const std::filesystem::path& path, bool resume);

  void write(nlohmann::ordered_json line);

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  std::ofstream stream_;
};

}  // namespace ocelli::app
