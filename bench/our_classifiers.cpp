#include "our_classifiers.hpp"

#include <array>
#include <limits>
#include <memory>

#include "ocelli/metrics/plot_axis.hpp"
#include "ocelli/recognition/classifier_training.hpp"

namespace ocelli::bench {
namespace {

constexpr std::size_t kMostRounds = 300, kPatience = 40, kMostFactors = 64;
constexpr std::array kStrengths{1e-5, 1e-4, 1e-3};

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
  return {"stumps", "linear", "products"};
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

/// The errors on parts.test after each round, for each of the strengths.
std::vector<std::vector<std::size_t>> error_paths(const Parts& parts, const std::string& kind,
                                                  std::uint64_t seed) {
  const Samples all = join(parts.training, parts.test);
  const PoolLabels labels{all.labels, parts.training.count(), all.classes.size()};
  const auto candidates = make_candidates(parts.training, all, options_for(kind, 0, seed).candidates, seed);
  std::vector<std::vector<std::size_t>> paths;
  for (const double strength : kStrengths) {
    const ShareBoostState state =
        share_boost(candidates->pool(), labels, options_for(kind, strength, seed).boost);
    std::vector<std::size_t>& path = paths.emplace_back();
    for (const ShareBoostRound& round : state.rounds) path.push_back(round.validation_errors);
  }
  return paths;
}

ClassifierTrainingOptions choose_share_boost(std::span<const Parts> choosing, std::uint64_t seed) {
  ClassifierTrainingOptions best;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const std::string& kind : kinds_for(choosing.front().training)) {
    std::vector errors(kStrengths.size(), std::vector<std::size_t>(kMostRounds));
    for (const Parts& parts : choosing) {
      const auto paths = error_paths(parts, kind, seed);
      for (std::size_t s = 0; s < paths.size(); ++s) add_path(paths[s], errors[s]);
    }
    for (std::size_t s = 0; s < errors.size(); ++s) {
      const std::size_t round = place_of_least(errors[s]);
      if (errors[s][round] >= fewest) continue;
      fewest = errors[s][round];
      best = options_for(kind, kStrengths[s], seed);
      best.boost.rounds = round + 1;
      best.boost.patience = 0;
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
  return {"ShareBoost", "Ocelli", "features", [](std::span<const Parts> choosing, std::uint64_t seed) {
            const ClassifierTrainingOptions options = choose_share_boost(choosing, seed);
            return SettledMethod{text(options), [options](const Samples& training) {
                                   return learnt(train_classifier(training, options, {}).classifier,
                                                 training.count());
                                 }};
          }};
}

}  // namespace ocelli::bench
