#include "our_classifiers.hpp"

#include <array>
#include <memory>

#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"
#include "ocelli/boosting/multiboost/multi_boost_cw_trees.hpp"
#include "ocelli/metrics/plot_axis.hpp"
#include "ocelli/recognition/training/share_boost_training.hpp"
#include "ocelli/recognition/training/stump_training.hpp"
#include "ocelli/recognition/training/tree_training.hpp"
#include "ocelli/training/classifier_training.hpp"

namespace ocelli::internal::bench {
namespace {

constexpr std::size_t kMaxRounds = 300, kMaxTrees = 400, kPatience = 40, kMaxFactors = 64;
constexpr std::array kStrengths{1e-5, 1e-4, 1e-3};
constexpr std::array<double, kStrengths.size()> kGaussianStrengths = {1e-7, 1e-6, 1e-5};
constexpr double kGaussianWidths[] = {0.35, 0.7, 1.4};
constexpr std::array kLossWeights{1e2, 1e3, 1e4, 1e5};
constexpr std::array<std::size_t, 2> kTreeLeaves{8, 32};
constexpr double kMaxChoosingWork = 1e8;

/// Errors on the validation samples after each round.
using ErrorPath = std::vector<std::size_t>;

template <class Round>
ErrorPath error_path(const std::vector<Round>& rounds) {
  ErrorPath path;
  for (const Round& round : rounds) path.push_back(round.validation_errors);
  return path;
}

struct Choice {
  std::size_t option = 0, rounds = 0;
};

/// The option and number of rounds with the fewest errors over all splits. `paths_of` returns a path for each
/// of the options.
Choice choose(std::span<const Parts> choosing, std::size_t options,
              const std::function<std::vector<ErrorPath>(const Parts&)>& paths_of,
              std::size_t rounds = kMaxRounds) {
  std::vector<ErrorPath> errors(options, ErrorPath(rounds));
  for (const Parts& parts : choosing) {
    const std::vector<ErrorPath> paths = paths_of(parts);
    for (std::size_t o = 0; o < options; ++o) add_path(paths[o], errors[o]);
  }
  ErrorPath min;
  for (const ErrorPath& path : errors) min.push_back(std::ranges::min(path));
  const std::size_t best = place_of_min(min);
  return {best, place_of_min(errors[best]) + 1};
}

LearnedClassifier learned(const Classifier& classifier, std::size_t samples) {
  const auto shared = std::make_shared<const Classifier>(classifier);
  const auto labels = [shared](const Samples& unknown) {
    std::vector<std::uint16_t> found;
    for (const Classification& one : shared->classify(unknown)) found.push_back(one.label());
    return found;
  };
  return {labels, groups(classifier.features()), samples};
}

std::vector<std::string> kinds_for(const Samples& samples) {
  if (samples.shape) return {"templates", "orientations"};
  if (samples.width() > kMaxFactors) return {"stumps", "linear"};
  return {"stumps", "linear", "products"};
}

/// The same options with each regularization strength, with the rounds that suit their kind.
void add_strengths(ClassifierTrainingOptions options, const Samples& samples,
                   const std::array<double, kStrengths.size()>& strengths,
                   std::vector<ClassifierTrainingOptions>& all) {
  options.resolve_rounds(samples);
  for (const double strength : strengths) {
    options.boost.regularizer.frobenius = strength;
    all.push_back(options);
  }
}

/// ShareBoost's options: all regularization strengths for a kind of features.
std::vector<ClassifierTrainingOptions> share_boost_options(const Samples& samples, std::uint64_t seed) {
  ClassifierTrainingOptions usual;
  usual.candidates.templates = "7:200,11:200";
  usual.seed = seed;
  std::vector<ClassifierTrainingOptions> all;
  for (const std::string& kind : kinds_for(samples)) {
    ClassifierTrainingOptions options = usual;
    options.candidates.kind = kind;
    const bool all_at_last = kind == OrientationFeatures::kKind;
    options.boost.rounds.reset();
    if (!all_at_last) options.boost.rounds = kMaxRounds, options.boost.patience = kPatience;
    add_strengths(options, samples, kStrengths, all);
  }
  for (const double width : kGaussianWidths) {
    ClassifierTrainingOptions options = usual;
    options.candidates.kind = GaussianFeatures::kKind;
    options.candidates.gaussians.width = width;
    add_strengths(options, samples, kGaussianStrengths, all);
  }
  return all;
}

/// With orientations and Gaussians, a training uses all available features, so there are no rounds to choose.
bool takes_all(const ClassifierTrainingOptions& options) { return options.boost.growth.has_value(); }

std::vector<ErrorPath> share_boost_paths(const Parts& parts,
                                         std::span<const ClassifierTrainingOptions> options) {
  const Samples all = join(parts.training, parts.test);
  const PoolLabels labels{all.labels, parts.training.count(), all.classes.size()};
  std::vector<ErrorPath> paths;
  for (; !options.empty(); options = options.subspan(kStrengths.size())) {
    const auto candidates =
        make_candidates(parts.training, all, options.front().candidates, options.front().seed);
    for (const ClassifierTrainingOptions& one : options.first(kStrengths.size())) {
      const ErrorPath path = error_path(share_boost(candidates->pool(), labels, one.boost).rounds);
      paths.push_back(takes_all(one) ? ErrorPath{path.back()} : path);
    }
  }
  return paths;
}

std::string described(const CandidateOptions& candidates) {
  if (candidates.kind != GaussianFeatures::kKind) return candidates.kind;
  return candidates.kind + " of width " + format_number(candidates.gaussians.width);
}

SettledMethod resolve_share_boost(std::span<const Parts> choosing, std::uint64_t seed) {
  const std::vector<ClassifierTrainingOptions> options = share_boost_options(choosing.front().training, seed);
  const Choice choice =
      choose(choosing, options.size(), [&](const Parts& parts) { return share_boost_paths(parts, options); });
  ClassifierTrainingOptions best = options[choice.option];
  if (!takes_all(best)) best.boost.rounds = choice.rounds;
  best.boost.patience.reset();
  return {described(best.candidates) + ", frobenius " + format_number(best.boost.regularizer.frobenius) +
              ", " + (takes_all(best) ? "all of them" : std::to_string(choice.rounds) + " rounds"),
          [best](const Samples& training) {
            return learned(train_classifier(training, best, {}).classifier, training.count());
          }};
}

MultiBoostCwOptions multi_boost_options(double loss_weight, std::size_t rounds) {
  MultiBoostCwOptions options;
  options.generation.c = loss_weight;
  options.generation.rounds = rounds;
  return options;
}

/// Options for trees with this many leaves.
TreeBoosting corrected_trees(std::size_t leaves, std::size_t rounds, std::uint64_t seed) {
  PreparedBoosting<MultiBoostCwTreesOptions> options;
  options.boost.generation.rounds = rounds;
  options.boost.shape.leaves = leaves;
  options.preparation.seed = seed;
  return ocelli::internal::boosting(multi_boost_cw_trees, options);
}

/// Stumps with each loss weight, then trees of each size.
std::vector<ErrorPath> multi_boost_paths(const Parts& parts, std::uint64_t seed) {
  const Samples learned = within_work(parts.training, kMaxChoosingWork, seed);
  const Samples some = join(learned, parts.test), all = join(parts.training, parts.test);
  std::vector<ErrorPath> paths;
  for (const double loss_weight : kLossWeights) {
    const StumpBoosting boosting =
        ocelli::internal::boosting(multi_boost_cw, multi_boost_options(loss_weight, kMaxRounds), seed);
    paths.push_back(error_path(boosting.boost({some, learned.count()}, {}, {}, {}).rounds));
  }
  for (const std::size_t leaves : kTreeLeaves) {
    const TreeBoosting boosting = corrected_trees(leaves, kMaxRounds, seed);
    paths.push_back(error_path(boosting({all, parts.training.count()}, {}, {}, {}).rounds));
  }
  return paths;
}

SettledMethod resolved_stumps(double loss_weight, std::size_t rounds, std::uint64_t seed) {
  const StumpBoosting boosting =
      ocelli::internal::boosting(multi_boost_cw, multi_boost_options(loss_weight, rounds), seed);
  return {"stumps, C " + format_number(loss_weight) + ", " + std::to_string(rounds) + " rounds",
          [boosting](const Samples& training) {
            return learned(train_stumps(training, boosting, {}).classifier, training.count());
          }};
}

SettledMethod resolved_trees(std::size_t leaves, std::size_t rounds, std::uint64_t seed) {
  const TreeBoosting boosting = corrected_trees(leaves, rounds, seed);
  return {"trees of " + std::to_string(leaves) + " leaves, " + std::to_string(rounds) + " rounds",
          [boosting](const Samples& training) {
            return learned(train_trees(training, boosting, SamplePreparation()).classifier, training.count());
          }};
}

SettledMethod resolve_multi_boost(std::span<const Parts> choosing, std::uint64_t seed) {
  const Choice choice = choose(choosing, kLossWeights.size() + kTreeLeaves.size(),
                               [&](const Parts& parts) { return multi_boost_paths(parts, seed); });
  if (choice.option < kLossWeights.size())
    return resolved_stumps(kLossWeights[choice.option], choice.rounds, seed);
  return resolved_trees(kTreeLeaves[choice.option - kLossWeights.size()], choice.rounds, seed);
}

std::vector<TreeTrainingOptions> tree_options(std::uint64_t seed) {
  std::vector<TreeTrainingOptions> all;
  for (const std::size_t leaves : kTreeLeaves) {
    TreeTrainingOptions options;
    options.boost.shape.leaves = leaves;
    options.boost.rounds = kMaxTrees;
    options.boost.seed = options.preparation.seed = seed;
    all.push_back(options);
  }
  return all;
}

std::vector<ErrorPath> tree_paths(const Parts& parts, std::span<const TreeTrainingOptions> options) {
  const Samples all = join(parts.training, parts.test);
  std::vector<ErrorPath> paths;
  for (const TreeTrainingOptions& one : options)
    paths.push_back(error_path(boost_trees({all, parts.training.count()}, one.boost).rounds));
  return paths;
}

SettledMethod resolve_trees(std::span<const Parts> choosing, std::uint64_t seed) {
  const std::vector<TreeTrainingOptions> options = tree_options(seed);
  const Choice choice = choose(
      choosing, options.size(), [&](const Parts& parts) { return tree_paths(parts, options); }, kMaxTrees);
  TreeTrainingOptions best = options[choice.option];
  best.boost.rounds = choice.rounds;
  return {std::to_string(best.boost.shape.leaves) + " leaves, " + std::to_string(choice.rounds) + " rounds",
          [best](const Samples& training) {
            return learned(train_trees(training, best).classifier, training.count());
          }};
}

SettledMethod resolve_default(std::span<const Parts> /*choosing*/, std::uint64_t /*seed*/) {
  return {"none", [](const Samples& training) {
            const std::unique_ptr<ClassifierAlgorithm> algorithm = std::move(classifier_algorithms().front());
            return learned(train_classifier(*algorithm, training, {}, {}).classifier, training.count());
          }};
}

}  // namespace

ClassifierMethod boosted_trees_method() { return {"Boosted trees", "Ocelli", "trees", resolve_trees}; }

ClassifierMethod default_method() { return {"Default", "Ocelli", "parts", resolve_default}; }

ClassifierMethod share_boost_method() { return {"ShareBoost", "Ocelli", "features", resolve_share_boost}; }

ClassifierMethod multi_boost_method() {
  return {"MultiBoost-cw", "Ocelli", "weak classifiers", resolve_multi_boost};
}

}  // namespace ocelli::internal::bench
