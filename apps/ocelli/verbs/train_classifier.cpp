#include <algorithm>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "exit_code.hpp"
#include "input_help.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/training/classifier_training.hpp"
#include "training_run.hpp"

namespace ocelli::app {
namespace {

constexpr std::string_view kAlgorithmHeading = "Options of --algorithm ";

using Algorithms = std::vector<std::unique_ptr<ClassifierAlgorithm>>;

/// "shareboost or multilayer"
std::string names_of(const Algorithms& algorithms) {
  std::string names;
  for (std::size_t i = 0; i < algorithms.size(); ++i) {
    if (i > 0) names += i + 1 == algorithms.size() ? " or " : ", ";
    names += algorithms[i]->name();
  }
  return names;
}

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

/// The first algorithm, which chooses by the samples; with options of the second, which are not its own, that one.
const ClassifierAlgorithm& default_algorithm(const Arguments& arguments, const Algorithms& all) {
  for (const std::string& word : arguments) {
    const std::string name = word.starts_with("--") ? word.substr(2, word.find('=') - 2) : "";
    if (has_option(*all[1], name) && !has_option(*all[0], name)) return *all[1];
  }
  return *all[0];
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

/// Takes the algorithm that the command line names.
std::unique_ptr<ClassifierAlgorithm> choose_algorithm(const Arguments& arguments, Algorithms all) {
  const std::string name = named_algorithm(arguments).value_or(default_algorithm(arguments, all).name());
  const auto chosen = std::ranges::find_if(all, [&](const auto& one) { return one->name() == name; });
  require(
      chosen != all.end(), Kind::usage, [&] { return "must be " + names_of(all) + ", not '" + name + "'"; },
      "--algorithm");
  refuse_foreign_options(arguments, **chosen, all);
  return std::move(*chosen);
}

/// What the command line asks for.
struct TrainClassifierRequest {
  ClassifierTraining job;
  std::string algorithm;  ///< of job.algorithm
  std::string algorithms;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("labels", self.job.labels, "labels of an IDX file of images, also an IDX file",
          option::any().value("file"));
    visit("output", self.job.output, "the model to write", option::any().letter('o').value("file"));
    visit("resume", self.job.resume, "continue from the checkpoint beside the model", option::any().flag());
    visit("algorithm", self.algorithm,
          ("learning algorithm: " + self.algorithms + " (--algorithm A --help shows its options)").c_str(),
          option::any().value("name"));
  }
};

std::optional<ClassifierTraining> parse_train_classifier(const Arguments& arguments, CommandLine& line) {
  Algorithms algorithms = classifier_algorithms();
  TrainClassifierRequest request;
  ClassifierTraining& job = request.job;
  request.algorithms = names_of(algorithms);
  request.algorithm = default_algorithm(arguments, algorithms).name();
  job.algorithm = choose_algorithm(arguments, std::move(algorithms));
  std::vector<std::string> samples;
  line.add(request);
  line.add("Training", job);
  line.add(std::string(kAlgorithmHeading) + job.algorithm->name(), job.algorithm->option_table());
  line.add(kLimitsHeading, job.limits);
  line.take_arguments(samples);
  if (!line.parse(arguments)) return std::nullopt;
  if (samples.size() != 1)
    line.refuse("one TRAIN is required: a CSV table, an IDX file or a folder of classes");
  if (job.output.empty()) line.refuse("--output is required");
  job.samples = samples.front();
  return std::move(job);
}

int run_train_classifier(const Arguments& arguments) {
  CommandLine line(
      "ocelli train classifier [--algorithm A] [--rounds N] TRAIN [--labels FILE] -o MODEL",
      "ocelli train classifier --rounds 200 train-images.gz --labels train-labels.gz -o digits.ocelli");
  const std::optional<ClassifierTraining> job = parse_train_classifier(arguments, line);
  if (!job) return kFine;
  return run_training([&](const TrainingObserver& observer, std::stop_token stop) {
    train_classifier(*job, observer, stop);
  });
}

/// --algorithm A with its options alone, for the page of all options.
std::vector<Arguments> other_algorithms() {
  const Algorithms algorithms = classifier_algorithms();
  std::string own_options("--options-page=");
  own_options += kAlgorithmHeading;
  std::vector<Arguments> all;
  for (auto other = algorithms.begin() + 1; other != algorithms.end(); ++other)
    all.push_back({"--algorithm", (*other)->name(), own_options});
  return all;
}

}  // namespace

Verb train_classifier_verb() {
  return {"train classifier", "train a classifier of images or of rows of numbers", run_train_classifier,
          other_algorithms};
}

}  // namespace ocelli::app
