#include "ocelli/recognition/one_against_rest_training.hpp"

#include <utility>

#include "ocelli/core/error.hpp"

namespace ocelli {

void OneAgainstRestTrainingOptions::validate() const {
  candidates.validate();
  greedy_rule(rule);
  boost.validate();
  SamplePreparation::validate();
  require(boost.patience == 0 || validation > 0, Kind::usage,
          "needs samples to measure on: give --validation too", "--patience");
}

TrainedOneAgainstRest train_one_against_rest(const Samples& samples,
                                             const OneAgainstRestTrainingOptions& options,
                                             const baselines::OneAgainstRestWatcher& watch,
                                             std::stop_token stop) {
  options.validate();
  const TrainingSamples parts = prepare(samples, options);
  const auto candidates = make_candidates(parts.originals, parts.all, options.candidates, options.seed);
  ShareBoostOptions boost = options.boost;
  boost.rule = greedy_rule(options.rule);
  baselines::OneAgainstRestState state =
      baselines::one_against_rest(candidates->pool(), parts.labels(), boost, {}, watch, std::move(stop));
  require(!state.rounds.empty(), Kind::training, "no feature tells the classes apart");
  Classifier classifier(candidates->features(state.best.groups), state.best.weights.cast<float>(),
                        samples.classes, samples.shape, options.ink_side);
  return {std::move(classifier), std::move(state.rounds), state.best_round, parts.training,
          parts.validation()};
}

}  // namespace ocelli
