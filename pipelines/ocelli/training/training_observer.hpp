#pragma once

#include <functional>
#include <string>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/observer.hpp"

namespace ocelli::internal {

/// Receives the reports of a training. All functions are called from the training thread. An exception thrown
/// by one ends the training.
struct TrainingObserver {
  /// Complete sentences.
  std::function<void(const std::string&)> report = [](const std::string&) {};
  /// Each file or line that is skipped.
  std::function<void(const Problem&)> problem = [](const Problem&) {};
  /// May be empty.
  ProgressSink progress = {};
  /// Each line of the log, a JSON object, after it is written.
  std::function<void(const std::string&)> log = [](const std::string&) {};
};

}  // namespace ocelli::internal
