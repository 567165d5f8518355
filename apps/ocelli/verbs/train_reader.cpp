#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "half_option.hpp"
#include "input_help.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/pipelines/bundled_models.hpp"
#include "ocelli/pipelines/reading_job.hpp"
#include "ocelli/training/reader_adapting.hpp"
#include "ocelli/training/reader_training.hpp"
#include "option_help.hpp"
#include "terminal_run.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

/// The options of the command line.
struct TrainReaderRequest {
  ReaderTraining job;
  ReaderAdapting adapting;
  HalfOption half;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("fonts", self.job.fonts,
          "folder of fonts (default: the system's fonts; may be given several times)",
          option::any().value("folder"));
    visit("words", self.job.words, kMoreWordsHelp, option::any().value("file"));
    visit("pages", self.job.pages,
          "folder of pages NAME.png with their text NAME.gt.txt, to learn from their glyphs as well (may be "
          "given several times)",
          option::any().value("folder"));
    HalfOption::describe(self.half, visit);
    visit("characters", self.job.characters,
          "a text of the characters to learn (default: those that are frequent enough in the texts)",
          option::any().value("file"));
    visit("language", self.job.language,
          "code of the language of the texts (ISO 639), so that only its characters are read in it",
          option::any().value("code"));
    visit("align-with", self.job.aligner,
          "the reader that finds the glyphs of these pages (default: the bundled one)",
          option::any().value("file"));
    visit("add-lines", self.adapting.lines,
          "folder of lines NAME.png of your own type with their text NAME.gt.txt, to adapt a reader to "
          "instead of training one (may be given several times)",
          option::any().value("folder"));
    visit("add-pages", self.adapting.pages,
          "images or PDF files without known text, to adapt a reader to their type in the language of "
          "--language: it learns from lines read with high confidence (may be given several times)",
          option::any().value("input"));
    visit("adapt", self.adapting.base,
          "the reader to adapt (default: the bundled one of English, or of all languages if the lines have "
          "more than ASCII)",
          option::any().value("file"));
    visit("output", self.job.output, kNewModelHelp, option::any().letter('o').value("file"));
    visit("resume", self.job.resume, kResumeTrainingHelp, option::any().flag());
  }
};

/// The first option of a struct that differs from its default; empty if none does.
template <class Options>
std::string first_changed(const Options& options) {
  const OptionList given = listed(options), defaults = listed(Options());
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i].second != defaults[i].second) return "--" + given[i].first;
  return {};
}

void refuse_options_of_adapting(const ReaderAdapting& adapting, const CommandLine& line) {
  const std::string idle = adapting.base.empty() ? first_changed(adapting.options) : "--adapt";
  if (!idle.empty()) line.refuse(idle + " requires --add-lines or --add-pages: TEXT trains a new reader");
}

void refuse_options_of_new_readers(const ReaderTraining& job, const CommandLine& line) {
  if (job.resume)
    line.refuse("--resume does not apply to --add-lines and --add-pages: adapting keeps no checkpoint");
  for (const auto& [name, is_given] : {std::pair{std::string("--fonts"), !job.fonts.empty()},
                                       {"--words", !job.words.empty()},
                                       {"--pages", !job.pages.empty()},
                                       {"--characters", !job.characters.empty()},
                                       {"--align-with", !job.aligner.empty()},
                                       {first_changed(job.options), true}})
    if (is_given && !name.empty())
      line.refuse(name +
                  " does not apply to --add-lines and --add-pages: it is for a reader trained on TEXT");
}

std::optional<TrainReaderRequest> parse_train_reader(const Arguments& arguments, CommandLine& line) {
  TrainReaderRequest request;
  ReaderTraining& job = request.job;
  ReaderAdapting& adapting = request.adapting;
  std::vector<std::string> texts;
  line.add(request);
  line.writes({{"output", OutputOption::Form::file, {".ocelli"}}});
  line.add("Training", job.options);
  line.add("Adapting", adapting.options);
  line.add(kLimitsHeading, job.limits);
  line.take_arguments(texts);
  if (!line.parse(arguments)) return std::nullopt;
  if (job.output.empty()) line.refuse("--output is required");
  job.half = adapting.half = request.half.half;
  if (!adapting.lines.empty() || !adapting.pages.empty()) {
    if (!texts.empty())
      line.refuse("TEXT trains a new reader, --add-lines and --add-pages adapt one: give only one of them");
    refuse_options_of_new_readers(job, line);
    const ReaderAdapting with_models = adapting_of(adapting.base, job.language);
    adapting.language = with_models.language;
    adapting.base = with_models.base;
    adapting.base_of_ascii = with_models.base_of_ascii;
    adapting.output = job.output;
    adapting.limits = job.limits;
    return request;
  }
  if (texts.empty()) line.refuse("TEXT is required: files or folders of natural text");
  refuse_options_of_adapting(adapting, line);
  job.texts.assign(texts.begin(), texts.end());
  if (job.aligner.empty()) job.aligner = bundled_model("latin.ocelli");
  return request;
}

int run_train_reader(const Arguments& arguments) {
  CommandLine line(
      "ocelli train reader TEXT... -o MODEL\n       ocelli train reader --add-lines FOLDER -o MODEL\n       "
      "ocelli train reader --add-pages INPUT -o MODEL",
      "ocelli train reader letters/ --words /usr/share/dict/words -o english.ocelli");
  const std::optional<TrainReaderRequest> request = parse_train_reader(arguments, line);
  if (!request) return kFine;
  return run_training([&](const TrainingObserver& observer, std::stop_token stop) {
    if (request->adapting.lines.empty() && request->adapting.pages.empty())
      train_reader(request->job, observer, std::move(stop));
    else
      adapt_reader(request->adapting, observer, std::move(stop));
  });
}

}  // namespace

Verb train_reader_verb() {
  return {"train reader", "train a reader of printed text from fonts and texts", run_train_reader};
}

}  // namespace ocelli::internal::app
