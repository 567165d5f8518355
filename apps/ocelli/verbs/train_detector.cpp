#include <boost/program_options/value_semantic.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "class_choice.hpp"
#include "command_line.hpp"
#include "exit_code.hpp"
#include "input_help.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"
#include "ocelli/training/detector_training.hpp"
#include "progress_line.hpp"
#include "stop_signal.hpp"

namespace ocelli::app {
namespace {

namespace po = boost::program_options;

std::optional<DetectorTraining> parse(const Arguments& arguments, CommandLine& line) {
  DetectorTraining job;
  std::vector<std::string> positives, negatives, classes;
  std::string output;
  line.options().add_options()  //
      ("positives", po::value(&positives)->multitoken()->value_name("file..."),
       ("annotations of images with the object: " + annotation_formats_in_words()).c_str())  //
      ("negatives", po::value(&negatives)->multitoken()->value_name("folder..."),
       "images without the object: folders, or lists like OpenCV's bg.txt")       //
      ("output,o", po::value(&output)->value_name("file"), "the model to write")  //
      ("resume", po::bool_switch(&job.resume), "continue from the checkpoint beside the model");
  add_class_option(line, classes);
  line.add("Training", job);
  line.add(kLimitsHeading, job.limits);
  if (!line.parse(arguments)) return std::nullopt;
  if (positives.empty()) line.refuse("--positives is required");
  if (negatives.empty()) line.refuse("--negatives is required");
  if (output.empty()) line.refuse("--output is required");
  job.positives.assign(positives.begin(), positives.end());
  job.negatives.assign(negatives.begin(), negatives.end());
  job.output = output;
  job.classes = class_names(classes);
  return job;
}

int run(const Arguments& arguments) {
  CommandLine line("ocelli train detector --positives FILE... --negatives FOLDER... -o MODEL",
                   "ocelli train detector --positives mugs.csv --negatives rooms/ --label mug -o mug.ocelli");
  const std::optional<DetectorTraining> job = parse(arguments, line);
  if (!job) return kFine;

  const StopSignal stop;
  ProgressLine terminal;
  bool left_out = false;
  train_detector(*job,
                 {.say = [&](const std::string& sentence) { terminal.say(sentence); },
                  .problem =
                      [&](const Problem& problem) {
                        left_out = true;
                        terminal.say("ocelli: skipped: " + problem.where + ": " + problem.message);
                      },
                  .progress = [&](const Progress& progress) { terminal.show(progress); }},
                 stop.token());
  return left_out ? kSomeInputsFailed : kFine;
}

}  // namespace

Verb train_detector_verb() { return {"train detector", "train a detector for your own object", run}; }

}  // namespace ocelli::app
