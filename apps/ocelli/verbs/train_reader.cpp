#include <boost/program_options/value_semantic.hpp>
#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "exit_code.hpp"
#include "half_option.hpp"
#include "input_help.hpp"
#include "model_path.hpp"
#include "ocelli/training/reader_training.hpp"
#include "progress_line.hpp"
#include "stop_signal.hpp"

namespace ocelli::app {
namespace {

namespace po = boost::program_options;

std::optional<ReaderTraining> parse(const Arguments& arguments, CommandLine& line) {
  ReaderTraining job;
  std::vector<std::string> fonts, texts, words;
  std::string half, output, aligner;
  line.options().add_options()  //
      ("fonts", po::value(&fonts)->value_name("folder")->composing(),
       "folder of fonts (default: the system's fonts); may be given several times")  //
      ("words", po::value(&words)->value_name("file")->composing(),
       "additional words for the word list, one per line; may be given several times")  //
      ("pages", po::value(&job.pages)->value_name("folder")->composing(),
       "pages NAME.png with their text NAME.gt.txt, to extract glyphs from as well; may be given several "
       "times")  //
      ("half", po::value(&half)->value_name("even|odd"),
       "use only every other page of a folder, by name; the first one is even")  //
      ("align-with", po::value(&aligner)->value_name("file"),
       "the reader that finds the glyphs of these pages (default: the bundled one)")  //
      ("output,o", po::value(&output)->value_name("file"), "the model to write")      //
      ("resume", po::bool_switch(&job.resume), "continue from the checkpoint beside the model");
  line.add("Training", job.options);
  line.add(kLimitsHeading, job.limits);
  line.take_arguments(texts);
  if (!line.parse(arguments)) return std::nullopt;
  if (texts.empty()) line.refuse("TEXT is required: files or folders of natural text");
  if (output.empty()) line.refuse("--output is required");
  job.texts.assign(texts.begin(), texts.end());
  job.words.assign(words.begin(), words.end());
  job.fonts.assign(fonts.begin(), fonts.end());
  job.half = half_named(half, line);
  job.aligner = aligner.empty() ? shipped_model("latin.ocelli") : std::filesystem::path(aligner);
  job.output = output;
  return job;
}

int run(const Arguments& arguments) {
  CommandLine line("ocelli train reader TEXT... -o MODEL",
                   "ocelli train reader letters/ --words /usr/share/dict/words -o english.ocelli");
  const std::optional<ReaderTraining> job = parse(arguments, line);
  if (!job) return kFine;
  const StopSignal stop;
  ProgressLine terminal;
  train_reader(*job,
               {.say = [&](const std::string& sentence) { terminal.say(sentence); },
                .problem = {},
                .progress = [&](const Progress& progress) { terminal.show(progress); }},
               stop.token());
  return kFine;
}

}  // namespace

Verb train_reader_verb() {
  return {"train reader", "train a reader of printed text from fonts and texts", run};
}

}  // namespace ocelli::app
