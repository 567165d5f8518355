#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "algorithm_option.hpp"
#include "command_line.hpp"
#include "confusion_json.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/training/cross_validation.hpp"
#include "option_help.hpp"
#include "printable.hpp"
#include "terminal_run.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

using Json = nlohmann::ordered_json;

/// The options of the command line.
struct CrossValidateRequest {
  CrossValidation job;
  std::string algorithm;  ///< of the job
  std::string algorithms;
  bool json = false;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    CrossValidation::describe(self.job, visit);
    visit("labels", self.job.training.labels, kLabelFileHelp, option::any().value("file"));
    visit("algorithm", self.algorithm, algorithm_help(self.algorithms).c_str(), option::any().value("name"));
    visit("json", self.json, kFiguresAsJsonHelp, option::any().flag());
  }
};

std::optional<CrossValidateRequest> parse_cross_validate(const Arguments& arguments, CommandLine& line) {
  CrossValidateRequest request;
  if (!parse_training(arguments, line, request, request.job.training)) return std::nullopt;
  return request;
}

Json to_json(const CrossValidationResult& result) {
  const ConfusionMatrix& confusion = result.confusion;
  Json folds = Json::array();
  for (const FoldErrors& fold : result.folds)
    folds.push_back({{"samples", fold.samples}, {"errors", fold.errors}, {"error", fold.error()}});
  return {{"samples", confusion.samples()},
          {"errors", confusion.errors()},
          {"mean_error", result.mean_error()},
          {"deviation", result.deviation()},
          {"folds", std::move(folds)},
          {"classes", confusion.classes()},
          {"confusion", confusion_json(confusion)}};
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
  return {"cross-validate", "estimate the error of a classifier without a test set", run_cross_validate};
}

}  // namespace ocelli::internal::app
