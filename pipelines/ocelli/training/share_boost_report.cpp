#include "ocelli/training/share_boost_report.hpp"

namespace ocelli::internal {

RoundFigures report_of(const ShareBoostRound& round) {
  return {{{"feature", round.group},
           {"objective", round.objective},
           {"training_errors", round.training_errors},
           {"validation_errors", round.validation_errors},
           {"evaluations", round.evaluations}},
          note_of("objective", round.objective)};
}

}  // namespace ocelli::internal
