#include "ocelli/training/algorithms/stump_algorithm.hpp"

#include "ocelli/core/wording.hpp"

namespace ocelli::internal {

std::string ending_of(const TrainedStumps& trained) {
  const StumpRound& last = trained.path.back();
  return count_of(groups(trained.classifier.features()), "stump") + " in " +
         count_of(trained.path.size(), "round") + "; " +
         to_string({last.training_errors, trained.training, last.validation_errors, trained.validation}) +
         ".";
}

}  // namespace ocelli::internal
