#pragma once

#include <sys/resource.h>

#include <utility>

#include "../program_run.hpp"
#include "ocelli/boosting/multiboost/column_generation.hpp"

namespace ocelli::internal::bench {

/// The solver, with its processor seconds added to `seconds`.
inline MasterSolver timed(MasterSolver solve, double& seconds) {
  return
      [solve = std::move(solve), &seconds](const MasterProblem& problem, std::size_t fresh, std::size_t round,
                                           std::span<ColumnWeight> weights, PairWeights& mu) {
        const ProcessorStopwatch watch;
        solve(problem, fresh, round, weights, mu);
        seconds += watch.seconds();
      };
}

/// The peak memory of this program so far.
inline double peak_memory_gib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / (1024 * 1024);
}

}  // namespace ocelli::internal::bench
