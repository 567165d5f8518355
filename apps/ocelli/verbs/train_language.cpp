#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/training/language_training.hpp"
#include "option_help.hpp"
#include "terminal_run.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

/// The options of the command line.
struct TrainLanguageRequest {
  LanguageTraining job;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("language", self.job.code, "code of the language (ISO 639)", option::any().value("code"));
    visit("words", self.job.words, kMoreWordsHelp, option::any().value("file"));
    visit("output", self.job.output, "the file to write", option::any().letter('o').value("file"));
  }
};

std::optional<LanguageTraining> parse_train_language(const Arguments& arguments, CommandLine& line) {
  TrainLanguageRequest request;
  LanguageTraining& job = request.job;
  std::vector<std::string> texts;
  line.add(request);
  line.writes({{"output", OutputOption::Form::file, {".ocelli"}}});
  line.add("Training", job.options);
  line.take_arguments(texts);
  if (!line.parse(arguments)) return std::nullopt;
  if (texts.empty()) line.refuse("TEXT is required: files or folders of natural text");
  if (job.code.empty()) line.refuse("--language is required");
  if (job.output.empty()) line.refuse("--output is required");
  job.texts.assign(texts.begin(), texts.end());
  return std::move(job);
}

int run_train_language(const Arguments& arguments) {
  CommandLine line("ocelli train language TEXT... --language CODE -o FILE",
                   "ocelli train language texts/ --language fin --words words.txt -o fin.ocelli");
  const std::optional<LanguageTraining> job = parse_train_language(arguments, line);
  if (!job) return kFine;
  return run_training(
      [&](const TrainingObserver& observer, std::stop_token stop) { train_language(*job, observer, stop); });
}

}  // namespace

Verb train_language_verb() {
  return {"train language", "learn a language from texts, for a reader of its script", run_train_language};
}

}  // namespace ocelli::internal::app
