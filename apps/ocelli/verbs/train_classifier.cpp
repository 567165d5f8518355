#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithm_option.hpp"
#include "command_line.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/training/classifier_training.hpp"
#include "option_help.hpp"
#include "terminal_run.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

/// The options of the command line.
struct TrainClassifierRequest {
  ClassifierTraining job;
  std::string algorithm;  ///< of job.algorithm
  std::string algorithms;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("labels", self.job.labels, kLabelFileHelp, option::any().value("file"));
    visit("output", self.job.output, kNewModelHelp, option::any().letter('o').value("file"));
    visit("resume", self.job.resume, kResumeTrainingHelp, option::any().flag());
    visit("algorithm", self.algorithm, algorithm_help(self.algorithms).c_str(), option::any().value("name"));
  }
};

std::optional<ClassifierTraining> parse_train_classifier(const Arguments& arguments, CommandLine& line) {
  TrainClassifierRequest request;
  ClassifierTraining& job = request.job;
  line.writes({{"output", OutputOption::Form::file, {".ocelli"}}});
  if (!parse_training(arguments, line, request, job)) return std::nullopt;
  if (job.output.empty()) line.refuse("--output is required");
  return std::move(job);
}

int run_train_classifier(const Arguments& arguments) {
  CommandLine line("ocelli train classifier [--algorithm A] TRAIN [--labels FILE] -o MODEL",
                   "ocelli train classifier train-images.gz --labels train-labels.gz -o digits.ocelli");
  const std::optional<ClassifierTraining> job = parse_train_classifier(arguments, line);
  if (!job) return kFine;
  return run_training([&](const TrainingObserver& observer, std::stop_token stop) {
    train_classifier(*job, observer, stop);
  });
}

/// --algorithm A with only its options, for the options page.
std::vector<Arguments> other_algorithms() {
  const auto algorithms = classifier_algorithms();
  std::string own_options("--options-page=");
  own_options += kAlgorithmHeading;
  std::vector<Arguments> all;
  for (auto other = algorithms.begin() + 1; other != algorithms.end(); ++other)
    all.push_back({"--algorithm", (*other)->name(), own_options});
  return all;
}

}  // namespace

Verb train_classifier_verb() {
  return {"train classifier", "train a classifier of images or of rows of a table", run_train_classifier,
          other_algorithms};
}

}  // namespace ocelli::internal::app
