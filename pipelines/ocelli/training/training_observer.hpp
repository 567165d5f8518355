#pragma once

#include <functional>
#include <string>

#include "ocelli/core/progress.hpp"
#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli {

/// Who is told. `say` gets whole sentences, `problem` each file or line that is left out.
struct TrainingObserver {
  std::function<void(const std::string&)> say;
  std::function<void(const Problem&)> problem;
  ProgressSink progress;
};

}  // namespace ocelli
