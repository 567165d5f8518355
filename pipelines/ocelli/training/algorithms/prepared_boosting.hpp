#pragma once

#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli/recognition/training/training_samples.hpp"
#include "ocelli/training/training_session.hpp"

/// What the boostings of stumps and of trees share. Internal to the registry of algorithms.
namespace ocelli {

/// The options of a boosting: its own, and those that all of them have.
template <class Boost>
struct PreparedBoosting {
  Boost boost;
  SamplePreparation preparation;

  void validate() const {
    boost.validate();
    preparation.validate();
  }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    Boost::describe(self.boost, visit);
    SamplePreparation::describe(self.preparation, visit);
  }
};

inline RoundFigures figures_of(const StumpRound& r) {
  return {{{"objective", r.objective},
           {"training_errors", r.training_errors},
           {"validation_errors", r.validation_errors}},
          note_of("objective", r.objective)};
}

}  // namespace ocelli
