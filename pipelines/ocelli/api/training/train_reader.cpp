#include "ocelli/train_reader.hpp"

#include <utility>

#include "ocelli/api/option_access.hpp"
#include "ocelli/api/training/observer_access.hpp"
#include "ocelli/pipelines/bundled_models.hpp"
#include "ocelli/training/language_training.hpp"
#include "ocelli/training/reader_adapting.hpp"
#include "ocelli/training/reader_training.hpp"

namespace ocelli {
namespace {

std::vector<internal::Option> options_of(internal::ReaderTraining& job) {
  return internal::joined(internal::option_table(job.options), internal::option_table(job.limits));
}

std::vector<internal::Option> options_of(internal::ReaderAdapting& job) {
  return internal::joined(internal::option_table(job.options), internal::option_table(job.limits));
}

}  // namespace

void train_reader(const ReaderTraining& training, const Observer& observer, std::stop_token stop) {
  internal::ReaderTraining job;
  job.texts = training.texts;
  job.words = training.words;
  job.fonts = training.fonts;
  job.pages = training.pages;
  job.aligner = training.aligner.empty() ? internal::bundled_model("latin.ocelli") : training.aligner;
  job.language = training.language;
  job.output = training.output;
  job.resume = training.resume;
  internal::set_options(options_of(job), training.options);
  internal::train_reader(job, internal::observer_of(observer), std::move(stop));
}

void adapt_reader(const ReaderAdapting& adapting, const Observer& observer, std::stop_token stop) {
  internal::ReaderAdapting job = internal::adapting_of(adapting.model, adapting.language);
  job.lines = adapting.lines;
  job.pages = adapting.pages;
  job.output = adapting.output;
  internal::set_options(options_of(job), adapting.options);
  internal::adapt_reader(job, internal::observer_of(observer), std::move(stop));
}

void train_language(const LanguageTraining& training, const Observer& observer, std::stop_token stop) {
  internal::LanguageTraining job;
  job.texts = training.texts;
  job.words = training.words;
  job.code = training.code;
  job.output = training.output;
  internal::set_options(internal::option_table(job.options), training.options);
  internal::train_language(job, internal::observer_of(observer), std::move(stop));
}

std::vector<OptionInfo> adapt_reader_options() {
  internal::ReaderAdapting job;
  return internal::infos_of(options_of(job));
}

std::vector<OptionInfo> train_language_options() {
  internal::LanguageTrainingOptions options;
  return internal::infos_of(internal::option_table(options));
}

std::vector<OptionInfo> train_reader_options() {
  internal::ReaderTraining job;
  return internal::infos_of(options_of(job));
}

}  // namespace ocelli
