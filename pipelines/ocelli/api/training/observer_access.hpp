#pragma once

#include "ocelli/observer.hpp"
#include "ocelli/training/training_observer.hpp"

namespace ocelli::internal {

/// Forwards the modules' reports to a public observer, whose functions may be empty.
inline TrainingObserver observer_of(const Observer& observer) {
  TrainingObserver inner;
  if (observer.report) inner.report = observer.report;
  if (observer.problem)
    inner.problem = [&](const Problem& problem) { observer.problem(problem.where, problem.message); };
  inner.progress = observer.progress;
  if (observer.log) inner.log = observer.log;
  return inner;
}

}  // namespace ocelli::internal
