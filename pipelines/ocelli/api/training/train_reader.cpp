#include "ocelli/train_reader.hpp"

#include <utility>

#include "ocelli/api/option_access.hpp"
#include "ocelli/api/training/observer_access.hpp"
#include "ocelli/training/reader_training.hpp"

namespace ocelli {
namespace {

std::vector<internal::Option> options_of(internal::ReaderTraining& job) {
  return internal::joined(internal::option_table(job.options), internal::option_table(job.limits));
}

}  // namespace

void train_reader(const ReaderTraining& training, const Observer& observer, std::stop_token stop) {
  internal::ReaderTraining job;
  job.texts = training.texts;
  job.words = training.words;
  job.fonts = training.fonts;
  job.pages = training.pages;
  job.aligner = training.aligner;
  job.language = training.language;
  job.output = training.output;
  job.resume = training.resume;
  internal::set_options(options_of(job), training.options);
  internal::train_reader(job, internal::observer_of(observer), std::move(stop));
}

std::vector<OptionInfo> train_reader_options() {
  internal::ReaderTraining job;
  return internal::infos_of(options_of(job));
}

}  // namespace ocelli
