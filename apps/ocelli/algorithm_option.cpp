#include "algorithm_option.hpp"

#include <optional>
#include <vector>

#include "ocelli/core/wording.hpp"

namespace ocelli::internal::app {
namespace {

/// The value of --algorithm. It must be known before the other options are parsed, because it determines
/// them.
std::optional<std::string> named_algorithm(const Arguments& arguments) {
  const std::string option = "--algorithm";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].starts_with(option + "=")) return arguments[i].substr(option.size() + 1);
    if (arguments[i] == option && i + 1 < arguments.size()) return arguments[i + 1];
  }
  return std::nullopt;
}

/// "rounds" for --rounds and for --rounds=5.
std::vector<std::string> given_options(const Arguments& arguments) {
  std::vector<std::string> names;
  for (const std::string& word : arguments)
    if (word.starts_with("--")) names.push_back(word.substr(2, word.find('=') - 2));
  return names;
}

}  // namespace

std::string algorithm_names() {
  std::vector<std::string> names;
  for (const auto& algorithm : classifier_algorithms()) names.push_back(algorithm->name());
  return either_of(names);
}

std::string algorithm_help(const std::string& names) {
  return "learning algorithm: " + names + " (--algorithm A --help shows its options)";
}

std::unique_ptr<ClassifierAlgorithm> choose_algorithm(const Arguments& arguments) {
  return classifier_algorithm(named_algorithm(arguments).value_or(kDefaultAlgorithm),
                              given_options(arguments));
}

}  // namespace ocelli::internal::app
