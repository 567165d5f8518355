#include "ocelli/baselines/training/one_against_rest_training.hpp"

#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"

namespace ocelli::internal::baselines {

TrainedOneAgainstRest train_one_against_rest(const Samples& samples, const GreedyTrainingOptions& given,
                                             const OneAgainstRestWatch& watch, std::stop_token stop) {
  const CancellationScope scope(stop);
  given.validate();
  GreedyTrainingOptions options = given;
  options.resolve_rounds(samples);
  const TrainingSamples parts = prepare(samples, options);
  const auto candidates = make_candidates(parts.originals(), parts.all(), options.candidates, options.seed);
  OneAgainstRestState state = one_against_rest(candidates->pool(), parts.labels(), options.boost,
                                               watch.resume, watch.round, std::move(stop));
  require(!state.rounds.empty(), Kind::training, "no feature separates the classes");
  Classifier classifier({.features = candidates->features(state.best.groups),
                         .weights = state.best.weights.cast<float>(),
                         .classes = samples.classes,
                         .shape = samples.shape,
                         .normalized_side = options.normalized_side.value_or(0)});
  const std::size_t rounds = state.best_round + 1;
  std::string size = count_of(rounds, "feature") + " chosen for each class, " +
                     std::to_string(state.rounds[state.best_round].distinct) + " different ones";
  return {std::move(classifier), std::move(state.rounds), rounds,
          parts.training(),      parts.validation(),      std::move(size)};
}

}  // namespace ocelli::internal::baselines
