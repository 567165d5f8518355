#include <algorithm>
#include <string>
#include <utility>

#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"
#include "ocelli/boosting/multiboost/multi_boost_cw_trees.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/recognition/training/multi_layer_training.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/algorithms/learner_algorithm.hpp"

namespace ocelli::internal {

std::unique_ptr<ClassifierAlgorithm> automatic_algorithm();
std::unique_ptr<ClassifierAlgorithm> blend_algorithm();

std::unique_ptr<ClassifierAlgorithm> share_boost_algorithm(ClassifierTrainingOptions options) {
  return algorithm_of("shareboost", "ShareBoost", "choosing features", train_classifier, std::move(options));
}

std::unique_ptr<ClassifierAlgorithm> tree_algorithm(const TreeTrainingOptions& options) {
  return algorithm_of_trees("trees", "AdaBoost.MH", boost_trees, options);
}

namespace {

// The registry: a learner is an entry in this list. A learner of stumps or trees needs nothing else. Any
// other needs a function that trains it (LearnerAlgorithm).

/// Those of the library, and what add_classifier_algorithms() added.
std::vector<AlgorithmMaker>& algorithm_makers() {
  static std::vector<AlgorithmMaker> makers = {
      automatic_algorithm,
      [] { return share_boost_algorithm({}); },
      [] { return tree_algorithm({}); },
      [] { return algorithm_of_trees("multiboost-cw-trees", "MultiBoost-cw", multi_boost_cw_trees); },
      blend_algorithm,
      [] { return algorithm_of("multilayer", "Multi-layer", "boosting both layers", train_multi_layer); },
      [] { return algorithm_of_stumps("multiboost-cw", "MultiBoost-cw", multi_boost_cw); }};
  return makers;
}

}  // namespace

void add_classifier_algorithms(std::span<const AlgorithmMaker> makers) {
  std::vector<AlgorithmMaker>& all = algorithm_makers();
  all.insert(all.end(), makers.begin(), makers.end());
}

std::vector<std::unique_ptr<ClassifierAlgorithm>> classifier_algorithms() {
  std::vector<std::unique_ptr<ClassifierAlgorithm>> all;
  for (const AlgorithmMaker make : algorithm_makers()) all.push_back(make());
  return all;
}

namespace {

bool has_option(ClassifierAlgorithm& algorithm, const std::string& name) {
  return std::ranges::any_of(algorithm.option_table(),
                             [&](const Option& option) { return option.name == american_spelling(name); });
}

/// As above, but excludes constants.
bool offers_option(ClassifierAlgorithm& algorithm, const std::string& name) {
  return std::ranges::any_of(without_constants(algorithm.option_table()),
                             [&](const Option& option) { return option.name == american_spelling(name); });
}

std::vector<std::string> algorithms_with_option(const std::string& option) {
  std::vector<std::string> names;
  for (const auto& algorithm : classifier_algorithms())
    if (offers_option(*algorithm, option)) names.push_back(algorithm->name());
  return names;
}

void refuse_foreign_option(ClassifierAlgorithm& own, std::string option) {
  std::ranges::replace(option, '_', '-');
  if (has_option(own, option)) return;
  const std::vector<std::string> others = algorithms_with_option(option);
  require(
      others.empty(), Kind::usage,
      [&] {
        const bool is_default = own.name() == kDefaultAlgorithm;
        return "is an option of --algorithm " + either_of(others) + ", not of " + own.name() +
               (is_default ? ", which chooses an algorithm by the samples; give the algorithm too" : "");
      },
      "--" + option);
}

}  // namespace

std::unique_ptr<ClassifierAlgorithm> classifier_algorithm(const std::string& name) {
  std::vector<std::string> names;
  for (auto& algorithm : classifier_algorithms()) {
    if (algorithm->name() == name) return std::move(algorithm);
    names.push_back(algorithm->name());
  }
  throw Error(Kind::usage,
              "unknown algorithm '" + name + "': expected " + either_of(names) +
                  did_you_mean(nearest_name(name, names)),
              "--algorithm");
}

std::unique_ptr<ClassifierAlgorithm> classifier_algorithm(const std::string& name,
                                                          std::span<const std::string> options) {
  auto algorithm = classifier_algorithm(name);
  for (const std::string& option : options) refuse_foreign_option(*algorithm, option);
  return algorithm;
}

std::unique_ptr<ClassifierAlgorithm> copy_of(const ClassifierAlgorithm& algorithm) {
  auto copy = classifier_algorithm(algorithm.name());
  const OptionList options = algorithm.options();
  for (const Option& option : copy->option_table()) {
    const auto given = std::ranges::find(options, option.name,
                                         [](const auto& name_and_value) { return name_and_value.first; });
    if (given != options.end()) option.set(given->second);
  }
  return copy;
}

}  // namespace ocelli::internal
