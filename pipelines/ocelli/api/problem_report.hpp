#pragma once

#include <span>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/observer.hpp"

namespace ocelli::internal {

/// Passes on what was left out; a public observer's function may be empty.
inline void report(const Observer& observer, std::span<const Problem> problems) {
  if (!observer.problem) return;
  for (const Problem& problem : problems) observer.problem(problem.where, problem.message);
}

}  // namespace ocelli::internal
