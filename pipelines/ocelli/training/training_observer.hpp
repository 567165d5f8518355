#pragma once

#include <functional>
#include <string>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/observer.hpp"

namespace ocelli::internal {

/// Who is told. All are called from the thread that trains; an exception that one throws ends the training.
struct TrainingObserver {
  /// Whole sentences.
  std::function<void(const std::string&)> report = [](const std::string&) {};
  /// Each file or line that is left out.
  std::function<void(const Problem&)> problem = [](const Problem&) {};
  /// May be empty.
  ProgressSink progress = {};
  /// Each line of the log, a JSON object, once it is written.
  std::function<void(const std::string&)> log = [](const std::string&) {};
};

}  // namespace ocelli::internal
