#include <algorithm>
#include <boost/program_options/value_semantic.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "exit_code.hpp"
#include "input_help.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/training/classifier_training.hpp"
#include "progress_line.hpp"
#include "stop_signal.hpp"

namespace ocelli::app {
namespace {

namespace po = boost::program_options;

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
std::string named_algorithm(const Arguments& arguments, const std::string& otherwise) {
  const std::string option = "--algorithm";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].starts_with(option + "=")) return arguments[i].substr(option.size() + 1);
    if (arguments[i] == option && i + 1 < arguments.size()) return arguments[i + 1];
  }
  return otherwise;
}

/// Under its name of now or before.
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
      require(!has_option(*other, name), Kind::usage,
              "is an option of --algorithm " + other->name() + ", not of " + own.name(), "--" + name);
    }
  }
}

/// Takes the algorithm that the command line names.
std::unique_ptr<ClassifierAlgorithm> choose_algorithm(const Arguments& arguments, Algorithms all) {
  const std::string name = named_algorithm(arguments, all.front()->name());
  const auto chosen = std::ranges::find_if(all, [&](const auto& one) { return one->name() == name; });
  require(chosen != all.end(), Kind::usage, "must be " + names_of(all) + ", not '" + name + "'",
          "--algorithm");
  refuse_foreign_options(arguments, **chosen, all);
  return std::move(*chosen);
}

std::optional<ClassifierTraining> parse(const Arguments& arguments, CommandLine& line) {
  Algorithms algorithms = classifier_algorithms();
  const std::string help =
      "learning algorithm: " + names_of(algorithms) + " (--algorithm A --help shows its options)";
  const std::string usual = algorithms.front()->name();
  ClassifierTraining job;
  job.algorithm = choose_algorithm(arguments, std::move(algorithms));
  std::vector<std::string> samples;
  std::string labels, output;
  line.options().add_options()  //
      ("labels", po::value(&labels)->value_name("file"),
       "labels of an IDX file of images, also an IDX file")                                      //
      ("output,o", po::value(&output)->value_name("file"), "the model to write")                 //
      ("resume", po::bool_switch(&job.resume), "continue from the checkpoint beside the model")  //
      ("algorithm", po::value<std::string>()->default_value(usual)->value_name("name"), help.c_str());
  line.add("Training", job);
  line.add("Options of --algorithm " + job.algorithm->name(), job.algorithm->option_table());
  line.add(kLimitsHeading, job.limits);
  line.take_arguments(samples);
  if (!line.parse(arguments)) return std::nullopt;
  if (samples.size() != 1)
    line.refuse("one TRAIN is required: a CSV table, an IDX file or a folder of classes");
  if (output.empty()) line.refuse("--output is required");
  job.samples = samples.front();
  if (!labels.empty()) job.labels = labels;
  job.output = output;
  return job;
}

int run(const Arguments& arguments) {
  CommandLine line(
      "ocelli train classifier [--algorithm A] [--rounds N] TRAIN [--labels FILE] -o MODEL",
      "ocelli train classifier --rounds 200 train-images.gz --labels train-labels.gz -o digits.ocelli");
  const std::optional<ClassifierTraining> job = parse(arguments, line);
  if (!job) return kFine;

  const StopSignal stop;
  ProgressLine terminal;
  bool left_out = false;
  train_classifier(*job,
                   {.say = [&](const std::string& sentence) { terminal.say(sentence); },
                    .problem =
                        [&](const Problem& problem) {
                          left_out = true;
                          terminal.say("ocelli: skipped: " + problem.where + ": " + problem.message);
                        },
                    .progress = [&](const Progress& progress) { terminal.show(progress); }},
                   stop.token());
  return left_out ? kSomeInputsFailed : kFine;
}

}  // namespace

Verb train_classifier_verb() {
  return {"train classifier", "train a classifier of images or of rows of numbers", run};
}

}  // namespace ocelli::app
