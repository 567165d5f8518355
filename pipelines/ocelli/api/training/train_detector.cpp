#include "ocelli/train_detector.hpp"

#include <utility>

#include "ocelli/api/option_access.hpp"
#include "ocelli/api/training/observer_access.hpp"
#include "ocelli/training/opencv_detector_training.hpp"

namespace ocelli {
namespace {

std::vector<internal::Option> options_of(internal::DetectorTraining& job) {
  return internal::joined(internal::option_table(job), internal::option_table(job.limits));
}

}  // namespace

void train_detector(const DetectorTraining& training, const Observer& observer, std::stop_token stop) {
  internal::DetectorTraining job;
  job.positives = training.positives;
  job.negatives = training.negatives;
  job.images = training.images;
  job.from_one = training.from_one;
  job.cascade = training.cascade;
  job.classes = training.classes;
  job.output = training.output;
  job.resume = training.resume;
  internal::set_options(options_of(job), training.options);
  internal::train_detector_for_target(job, internal::observer_of(observer), std::move(stop));
}

std::vector<OptionInfo> train_detector_options() {
  internal::DetectorTraining job;
  return internal::infos_of(options_of(job));
}

}  // namespace ocelli
