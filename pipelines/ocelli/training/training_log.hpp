#pragma once

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "ocelli/pipelines/output/text_output.hpp"

namespace ocelli::internal {

/// The log of a training, one JSON line an event, each written in one piece. Every line ends with the seconds
/// since the start. The file is begun with the first line.
class TrainingLog {
 public:
  /// Keeps no file: write() alone tells.
  TrainingLog() = default;
  /// Goes on with the file when a training is resumed. Throws Error(Kind::output) when it may not be written.
  TrainingLog(const std::filesystem::path& path, bool resume);

  /// Returns the line as written, without its end. Throws Error(Kind::output) when it cannot be written, e.g.
  /// on a full disk; the lines before it stay.
  std::string write(nlohmann::ordered_json line);

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  std::optional<TextOutput> text_;
};

}  // namespace ocelli::internal
