#include <algorithm>
#include <string>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"

namespace ocelli {

using Registered = std::unique_ptr<ClassifierAlgorithm> (*)();

// The registry: an algorithm is a line here and the file that defines it.
std::unique_ptr<ClassifierAlgorithm> automatic_algorithm();
std::unique_ptr<ClassifierAlgorithm> share_boost_algorithm();
std::unique_ptr<ClassifierAlgorithm> blend_algorithm();
std::unique_ptr<ClassifierAlgorithm> multi_layer_algorithm();
std::unique_ptr<ClassifierAlgorithm> mixed_norm_algorithm();
std::unique_ptr<ClassifierAlgorithm> one_against_rest_algorithm();
std::vector<std::unique_ptr<ClassifierAlgorithm>> tree_algorithms();
std::vector<std::unique_ptr<ClassifierAlgorithm>> stump_algorithms();

std::vector<std::unique_ptr<ClassifierAlgorithm>> classifier_algorithms() {
  std::vector<std::unique_ptr<ClassifierAlgorithm>> all;
  for (const Registered make : {automatic_algorithm, share_boost_algorithm}) all.push_back(make());
  for (auto& algorithm : tree_algorithms()) all.push_back(std::move(algorithm));
  for (const Registered make :
       {blend_algorithm, multi_layer_algorithm, mixed_norm_algorithm, one_against_rest_algorithm})
    all.push_back(make());
  for (auto& algorithm : stump_algorithms()) all.push_back(std::move(algorithm));
  return all;
}

std::unique_ptr<ClassifierAlgorithm> classifier_algorithm(const std::string& name) {
  std::string names;
  for (auto& algorithm : classifier_algorithms()) {
    if (algorithm->name() == name) return std::move(algorithm);
    names += (names.empty() ? "" : ", ") + algorithm->name();
  }
  throw Error(Kind::usage, "is no algorithm; there are: " + names, name);
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

}  // namespace ocelli
