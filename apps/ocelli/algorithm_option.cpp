#include "algorithm_option.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ocelli/core/error.hpp"

namespace ocelli::app {
namespace {

/// The value of --algorithm: it decides what other options there are, so it has to be known before they are parsed.
std::optional<std::string> named_algorithm(const Arguments& arguments) {
  const std::string option = "--algorithm";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].starts_with(option + "=")) return arguments[i].substr(option.size() + 1);
    if (arguments[i] == option && i + 1 < arguments.size()) return arguments[i + 1];
  }
  return std::nullopt;
}

/// By its present or former name.
bool has_option(ClassifierAlgorithm& algorithm, const std::string& name) {
  return std::ranges::any_of(algorithm.option_table(), [&](const Option& option) {
    return option.name == name || option.spec.old_name() == name;
  });
}

/// Tells options of other algorithms from those that no algorithm has, which parsing refuses.
void refuse_foreign_options(const Arguments& arguments, ClassifierAlgorithm& own, const Algorithms& all) {
  for (const std::string& word : arguments) {
    if (!word.starts_with("--")) continue;
    const std::string name = word.substr(2, word.find('=') - 2);
    if (has_option(own, name)) continue;
    for (const auto& other : all) {
      require(
          !has_option(*other, name), Kind::usage,
          [&] { return "is an option of --algorithm " + other->name() + ", not of " + own.name(); },
          "--" + name);
    }
  }
}

}  // namespace

std::string algorithm_names(const Algorithms& algorithms) {
  std::string names;
  for (std::size_t i = 0; i < algorithms.size(); ++i) {
    if (i > 0) names += i + 1 == algorithms.size() ? " or " : ", ";
    names += algorithms[i]->name();
  }
  return names;
}

const ClassifierAlgorithm& default_algorithm(const Arguments& arguments, const Algorithms& all) {
  for (const std::string& word : arguments) {
    const std::string name = word.starts_with("--") ? word.substr(2, word.find('=') - 2) : "";
    if (has_option(*all[1], name) && !has_option(*all[0], name)) return *all[1];
  }
  return *all[0];
}

std::unique_ptr<ClassifierAlgorithm> choose_algorithm(const Arguments& arguments, Algorithms all) {
  const std::string name = named_algorithm(arguments).value_or(default_algorithm(arguments, all).name());
  const auto chosen = std::ranges::find_if(all, [&](const auto& one) { return one->name() == name; });
  require(
      chosen != all.end(), Kind::usage,
      [&] { return "must be " + algorithm_names(all) + ", not '" + name + "'"; }, "--algorithm");
  refuse_foreign_options(arguments, **chosen, all);
  return std::move(*chosen);
}

}  // namespace ocelli::app
