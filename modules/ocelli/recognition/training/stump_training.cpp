#include "ocelli/recognition/training/stump_training.hpp"

#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"

namespace ocelli::internal {

TrainedStumps train_stumps(const Samples& samples, const StumpBoosting& boosting,
                           const SamplePreparation& preparation, const StumpTrainingWatch& watch,
                           std::stop_token stop) {
  const CancellationScope scope(stop);
  preparation.validate();
  const TrainingSamples parts = prepare(samples, preparation);
  const StumpSamples boosted{parts.all(), parts.training()};
  StumpBoostState state = boosting.boost(boosted, watch.resume, watch.round, std::move(stop));
  require(!state.rounds.empty(), Kind::training, "no stump separates the classes");

  const std::size_t classes = boosted.classes();
  const StumpColumns columns = columns_of(boosting.class_votes(std::move(state.votes), classes), classes);
  const std::size_t rounds = state.rounds.size();
  return {Classifier({.features = SortedInputs(parts.all(), parts.training()).features(columns.stumps),
                      .weights = columns.weights.cast<float>(),
                      .classes = samples.classes,
                      .shape = samples.shape,
                      .normalized_side = preparation.normalized_side.value_or(0)}),
          std::move(state.rounds),
          rounds,
          parts.training(),
          parts.validation(),
          count_of(columns.stumps.size(), "stump") + " in " + count_of(rounds, "round")};
}

}  // namespace ocelli::internal
