#include "ocelli/train_classifier.hpp"

#include <utility>

#include "ocelli/api/option_access.hpp"
#include "ocelli/api/training/observer_access.hpp"
#include "ocelli/training/classifier_training.hpp"

namespace ocelli {
namespace {

std::vector<internal::Option> options_of(internal::ClassifierTraining& job) {
  const std::vector<internal::Option> of_files =
      internal::joined(internal::option_table(job), internal::option_table(job.limits));
  return internal::joined(of_files, job.algorithm->option_table());
}

}  // namespace

void train_classifier(const ClassifierTraining& training, const Observer& observer, std::stop_token stop) {
  std::vector<std::string> names;
  for (const auto& [name, value] : training.options) names.push_back(name);
  internal::ClassifierTraining job;
  job.samples = training.samples;
  job.labels = training.labels;
  job.output = training.output;
  job.resume = training.resume;
  job.algorithm = internal::classifier_algorithm(training.algorithm, names);
  internal::set_options(options_of(job), training.options);
  internal::train_classifier(job, internal::observer_of(observer), std::move(stop));
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
