#pragma once

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "ocelli/pipelines/output/text_output.hpp"

namespace ocelli::internal {

/// The log of a training: one JSON line per event, each written in a single write. Every line ends with the
/// seconds since the start. The first line creates the file.
class TrainingLog {
 public:
  /// Writes no file: write() only returns the line.
  TrainingLog() = default;
  /// Appends to the file when a training is resumed.
  /// Throws  Error(Kind::output) when the file cannot be written.
  TrainingLog(const std::filesystem::path& path, bool resume);

  /// Returns the line as written, without its line feed.
  /// Throws  Error(Kind::output) when it cannot be written, for example on a full disk; earlier lines stay.
  std::string write(nlohmann::ordered_json line);

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  std::optional<TextOutput> text_;
};

}  // namespace ocelli::internal
