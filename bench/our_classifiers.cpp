#include "our_classifiers.hpp"

#include <limits>
#include <memory>

#include "ocelli/metrics/plot_axis.hpp"
#include "ocelli/recognition/classifier_training.hpp"

namespace ocelli::bench {
namespace {

constexpr std::size_t kMostRounds = 300, kPatience = 40, kMostFactors = 64;

LearntClassifier learnt(const Classifier& classifier, std::size_t samples) {
  const auto shared = std::make_shared<const Classifier>(classifier);
  const auto labels = [shared](const Samples& unknown) {
    std::vector<std::uint16_t> found;
    for (const Classification& one : shared->classify(unknown)) found.push_back(one.label());
    return found;
  };
  return {labels, groups(classifier.features()), samples};
}

std::vector<std::string> kinds_for(const Samples& samples) {
  if (samples.shape) return {"patches"};
  if (samples.width() > kMostFactors) return {"stumps", "linear"};
  return {"stumps", "products"};
}

ClassifierTrainingOptions options_for(const std::string& kind, double frobenius, std::uint64_t seed) {
  ClassifierTrainingOptions options;
  options.candidates.kind = kind;
  options.candidates.patches = "7:200,11:200";
  options.boost.rounds = kMostRounds;
  options.boost.patience = kPatience;
  options.boost.regulariser.frobenius = frobenius;
  options.seed = seed;
  return options;
}

ClassifierTrainingOptions choose_share_boost(const Parts& choosing, std::uint64_t seed) {
  const Samples all = join(choosing.training, choosing.test);
  const PoolLabels labels{all.labels, choosing.training.count(), all.classes.size()};
  ClassifierTrainingOptions best;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const std::string& kind : kinds_for(all)) {
    const auto candidates =
        make_candidates(choosing.training, all, options_for(kind, 0, seed).candidates, seed);
    for (const double frobenius : {1e-5, 1e-4, 1e-3}) {
      ClassifierTrainingOptions options = options_for(kind, frobenius, seed);
      const ShareBoostState state = share_boost(candidates->pool(), labels, options.boost);
      const std::size_t errors = state.rounds.at(state.best_round).validation_errors;
      if (errors >= fewest) continue;
      fewest = errors;
      options.boost.rounds = state.best_round + 1;
      options.boost.patience = 0;
      best = options;
    }
  }
  return best;
}

std::string text(const ClassifierTrainingOptions& options) {
  return options.candidates.kind + ", frobenius " + format_number(options.boost.regulariser.frobenius) +
         ", " + std::to_string(options.boost.rounds) + " rounds";
}

}  // namespace

ClassifierMethod share_boost_method() {
  return {"ShareBoost", "Ocelli", "features", [](const Parts& choosing, std::uint64_t seed) {
            const ClassifierTrainingOptions options = choose_share_boost(choosing, seed);
            return SettledMethod{text(options), [options](const Samples& training) {
                                   return learnt(train_classifier(training, options, {}).classifier,
                                                 training.count());
                                 }};
          }};
}

}  // namespace ocelli::bench
