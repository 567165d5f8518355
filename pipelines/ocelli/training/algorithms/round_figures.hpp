#pragma once

#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli/training/training_session.hpp"

/// Internal to the registry of algorithms.
namespace ocelli::internal {

/// What the log says of a round of stumps or of trees.
inline RoundFigures figures_of(const StumpRound& r) {
  return {{{"objective", r.objective},
           {"training_errors", r.training_errors},
           {"validation_errors", r.validation_errors}},
          note_of("objective", r.objective)};
}

}  // namespace ocelli::internal
