#include "classifier_algorithm.hpp"

#include <cstdio>

namespace ocelli::app {
namespace {

std::string percent(std::size_t part, std::size_t whole) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f %%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return text;
}

}  // namespace

std::vector<std::unique_ptr<ClassifierAlgorithm>> classifier_algorithms() {
  std::vector<std::unique_ptr<ClassifierAlgorithm>> all;
  all.push_back(share_boost_algorithm());
  all.push_back(multi_layer_algorithm());
  all.push_back(mixed_norm_algorithm());
  all.push_back(one_against_rest_algorithm());
  for (auto& algorithm : stump_algorithms()) all.push_back(std::move(algorithm));
  return all;
}

std::string choice_in_words(const std::string& algorithm, const std::vector<FeatureTrial>& trials) {
  std::string text = algorithm + " by " + trials.front().kind;
  if (trials.front().samples == 0) return text + "; --algorithm and --features choose otherwise.";
  text += ", which did best on samples kept aside for the choice (errors: ";
  for (const FeatureTrial& trial : trials)
    text += (&trial == &trials.front() ? "" : ", ") + trial.kind + " " + percent(trial.errors, trial.samples);
  return text + "); --algorithm and --features choose otherwise.";
}

std::string in_words(const SampleErrors& errors) {
  std::string text = "errors on the training samples " + percent(errors.of_training, errors.training);
  if (errors.validation == 0) return text;
  return text + ", on samples kept from training " + percent(errors.of_validation, errors.validation);
}

}  // namespace ocelli::app
