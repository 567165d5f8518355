#include "ocelli/recognition/training/stump_training.hpp"

#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/error.hpp"

namespace ocelli {
namespace {

/// As a StumpBoosting, where an algorithm is a function of samples, options and the rest.
template <class Learner, class Options>
StumpBoosting boosting_by(Learner learner, Options options) {
  return {[learner, options = std::move(options)](const StumpSamples& samples, StumpBoostState state,
                                                  const StumpBoostWatcher& watch, std::stop_token stop) {
    return learner(samples, options, std::move(state), watch, std::move(stop));
  }};
}

}  // namespace

StumpBoosting boosting(MultiBoostCwOptions options, std::uint64_t seed) {
  options.seed = seed;
  return boosting_by(multi_boost_cw, options);
}

StumpBoosting boosting(const baselines::MultiBoostOptions& options, std::uint64_t) {
  return boosting_by(baselines::multi_boost, options);
}

StumpBoosting boosting(const baselines::AdaBoostMhOptions& options, std::uint64_t) {
  return boosting_by(baselines::ada_boost_mh, options);
}

StumpBoosting boosting(baselines::AdaBoostEccOptions options, std::uint64_t seed) {
  options.seed = seed;
  return boosting_by(baselines::ada_boost_ecc, options);
}

StumpBoosting boosting(const baselines::JointBoostOptions& options, std::uint64_t) {
  return boosting_by(baselines::joint_boost, options);
}

StumpBoosting boosting(baselines::AdaBoostMoOptions options, std::uint64_t seed) {
  options.seed = seed;
  StumpBoosting boosting = boosting_by(baselines::ada_boost_mo, options);
  boosting.class_votes = [options](const std::vector<StumpVote>& votes, std::size_t classes) {
    return baselines::class_votes(votes, options.code(classes));
  };
  return boosting;
}

TrainedStumps train_stumps(const Samples& samples, const StumpBoosting& boosting,
                           const SamplePreparation& preparation, const StumpTrainingWatch& watch,
                           std::stop_token stop) {
  const CancellationScope scope(stop);
  preparation.validate();
  const TrainingSamples parts = prepare(samples, preparation);
  const StumpSamples boosted{parts.all(), parts.training()};
  StumpBoostState state = boosting.boost(boosted, watch.resume, watch.round, std::move(stop));
  require(!state.rounds.empty(), Kind::training, "no stump tells the classes apart");

  const std::size_t classes = boosted.classes();
  const StumpColumns columns = columns_of(boosting.class_votes(std::move(state.votes), classes), classes);
  return {Classifier({.features = SortedInputs(parts.all(), parts.training()).features(columns.stumps),
                      .weights = columns.weights.cast<float>(),
                      .classes = samples.classes,
                      .shape = samples.shape,
                      .ink_side = preparation.ink_side}),
          std::move(state.rounds), parts.training(), parts.validation()};
}

}  // namespace ocelli
