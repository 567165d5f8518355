#include "ocelli/train_classifier.hpp"

#include <utility>

#include "ocelli/api/option_access.hpp"
#include "ocelli/api/training/observer_access.hpp"
#include "ocelli/training/classifier_training.hpp"
#include "ocelli/training/cross_validation.hpp"

namespace ocelli {
namespace {

std::vector<internal::Option> options_of(internal::ClassifierTraining& job) {
  const std::vector<internal::Option> of_files =
      internal::joined(internal::option_table(job), internal::option_table(job.limits));
  return internal::joined(of_files, job.algorithm->option_table());
}

internal::ClassifierTraining job_of(const ClassifierTraining& training) {
  std::vector<std::string> names;
  for (const auto& [name, value] : training.options) names.push_back(name);
  internal::ClassifierTraining job;
  job.samples = training.samples;
  job.labels = training.labels;
  job.output = training.output;
  job.resume = training.resume;
  job.algorithm = internal::classifier_algorithm(training.algorithm, names);
  internal::set_options(options_of(job), training.options);
  return job;
}

}  // namespace

void train_classifier(const ClassifierTraining& training, const Observer& observer, std::stop_token stop) {
  internal::train_classifier(job_of(training), internal::observer_of(observer), std::move(stop));
}

CrossValidation cross_validate(const ClassifierTraining& training, std::size_t folds,
                               const Observer& observer, std::stop_token stop) {
  internal::CrossValidation job;
  job.training = job_of(training);
  job.folds = folds;
  const internal::CrossValidationResult result =
      internal::cross_validate(std::move(job), internal::observer_of(observer), stop);
  CrossValidation figures{.folds = {}, .mean_error = result.mean_error(), .deviation = result.deviation()};
  for (const internal::FoldErrors& fold : result.folds) figures.folds.push_back({fold.samples, fold.errors});
  return figures;
}

std::vector<std::string> classifier_algorithms() {
  std::vector<std::string> names;
  for (const auto& algorithm : internal::classifier_algorithms()) names.push_back(algorithm->name());
  return names;
}

std::vector<OptionInfo> train_classifier_options(const std::string& algorithm) {
  internal::ClassifierTraining job;
  job.algorithm = internal::classifier_algorithm(algorithm);
  return internal::infos_of(options_of(job));
}

}  // namespace ocelli
