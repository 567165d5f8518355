#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "algorithm_option.hpp"
#include "command_line.hpp"
#include "exit_code.hpp"
#include "input_help.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/training/cross_validation.hpp"
#include "printable.hpp"
#include "training_run.hpp"

namespace ocelli::app {
namespace {

using Json = nlohmann::ordered_json;

/// What the command line asks for.
struct CrossValidateRequest {
  CrossValidation job;
  std::string algorithm;  ///< of the job
  std::string algorithms;
  bool json = false;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    CrossValidation::describe(self.job, visit);
    visit("labels", self.job.training.labels, "labels of an IDX file of images, also an IDX file",
          option::any().value("file"));
    visit("algorithm", self.algorithm,
          ("learning algorithm: " + self.algorithms + " (--algorithm A --help shows its options)").c_str(),
          option::any().value("name"));
    visit("json", self.json, "figures as JSON", option::any().flag());
  }
};

std::optional<CrossValidateRequest> parse_cross_validate(const Arguments& arguments, CommandLine& line) {
  Algorithms algorithms = classifier_algorithms();
  CrossValidateRequest request;
  ClassifierTraining& training = request.job.training;
  request.algorithms = algorithm_names(algorithms);
  request.algorithm = default_algorithm(arguments, algorithms).name();
  training.algorithm = choose_algorithm(arguments, std::move(algorithms));
  std::vector<std::string> samples;
  line.add(request);
  line.add("Training", training);
  line.add(std::string(kAlgorithmHeading) + training.algorithm->name(), training.algorithm->option_table());
  line.add(kLimitsHeading, training.limits);
  line.take_arguments(samples);
  if (!line.parse(arguments)) return std::nullopt;
  if (samples.size() != 1)
    line.refuse("one TRAIN is required: a CSV table, an IDX file or a folder of classes");
  training.samples = samples.front();
  return request;
}

Json to_json(const CrossValidationResult& result) {
  const ConfusionMatrix& confusion = result.confusion;
  Json folds = Json::array(), matrix = Json::array();
  for (const FoldErrors& fold : result.folds)
    folds.push_back({{"samples", fold.samples}, {"errors", fold.errors}, {"error", fold.error()}});
  for (std::size_t truth = 0; truth < confusion.classes().size(); ++truth) {
    Json row = Json::array();
    for (std::size_t label = 0; label < confusion.classes().size(); ++label)
      row.push_back(confusion.count(truth, label));
    matrix.push_back(std::move(row));
  }
  return {{"samples", confusion.samples()},    {"errors", confusion.errors()},
          {"mean_error", result.mean_error()}, {"deviation", result.deviation()},
          {"folds", std::move(folds)},         {"classes", confusion.classes()},
          {"confusion", std::move(matrix)}};
}

void print_result(const CrossValidationResult& result) {
  std::printf("error %.2f %%, standard deviation %.2f %% over %zu folds\n%s\n\n%s", 100 * result.mean_error(),
              100 * result.deviation(), result.folds.size(),
              error_text(result.confusion.errors(), result.confusion.samples()).c_str(),
              printable_lines(to_text(result.confusion)).c_str());
}

int run_cross_validate(const Arguments& arguments) {
  CommandLine line("ocelli cross-validate [--folds K] [--algorithm A] TRAIN [--labels FILE]",
                   "ocelli cross-validate --folds 10 --groups patient --label-column kind cells.csv");
  std::optional<CrossValidateRequest> request = parse_cross_validate(arguments, line);
  if (!request) return kFine;
  std::optional<CrossValidationResult> result;
  const int code = run_training([&](const TrainingObserver& observer, const std::stop_token& stop) {
    result = cross_validate(std::move(request->job), observer, stop);
  });
  if (request->json) {
    std::cout << to_json(*result).dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
  } else {
    print_result(*result);
  }
  return code;
}

}  // namespace

Verb cross_validate_verb() {
  return {"cross-validate", "measure what a training of a classifier is worth, without a test set",
          run_cross_validate};
}

}  // namespace ocelli::app
