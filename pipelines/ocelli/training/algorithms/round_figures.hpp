#pragma once

#include <cstddef>

#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli/training/training_session.hpp"

/// What algorithms that boost stumps or trees have in common.
namespace ocelli::internal {

/// What the log says of a round of stumps or of trees.
inline RoundFigures figures_of(const StumpRound& r) {
  return {{{"objective", r.objective},
           {"training_errors", r.training_errors},
           {"validation_errors", r.validation_errors}},
          note_of("objective", r.objective)};
}

/// The number of rounds that a learner's options ask for.
template <class Options>
requires requires(const Options& options) { options.rounds; }
std::size_t max_rounds(const Options& options) { return options.rounds; }
template <class Options>
requires requires(const Options& options) { options.generation.rounds; }
std::size_t max_rounds(const Options& options) { return options.generation.rounds; }

}  // namespace ocelli::internal
