#include <boost/program_options/value_semantic.hpp>
#include <optional>
#include <string>
#include <vector>

#include "classifier_job.hpp"
#include "command_line.hpp"
#include "exit_code.hpp"
#include "progress_line.hpp"
#include "stop_signal.hpp"

namespace ocelli::app {
namespace {

namespace po = boost::program_options;

std::optional<ClassifierJob> parse(const Arguments& arguments, CommandLine& line) {
  ClassifierJob job;
  std::vector<std::string> samples;
  std::string labels, output;
  line.options().add_options()  //
      ("labels", po::value(&labels)->value_name("file"),
       "labels of an IDX file of images, an IDX file too")                        //
      ("output,o", po::value(&output)->value_name("file"), "the model to write")  //
      ("resume", po::bool_switch(&job.resume), "go on from the checkpoint beside the model");
  line.add("What is trained", job);
  line.take_arguments(samples);
  if (!line.parse(arguments)) return std::nullopt;
  if (samples.size() != 1) line.refuse("needs one TRAIN: a CSV table, an IDX file or a folder of classes");
  if (output.empty()) line.refuse("--output is needed");
  job.samples = samples.front();
  if (!labels.empty()) job.labels = labels;
  job.output = output;
  return job;
}

int run(const Arguments& arguments) {
  CommandLine line(
      "ocelli train classifier [--features F] [--rounds N] TRAIN [--labels FILE] -o MODEL",
      "ocelli train classifier --rounds 200 train-images.gz --labels train-labels.gz -o digits.ocelli");
  const std::optional<ClassifierJob> job = parse(arguments, line);
  if (!job) return kFine;

  const StopSignal stop;
  ProgressLine terminal;
  bool left_out = false;
  train_classifier(*job,
                   {.say = [&](const std::string& sentence) { terminal.say(sentence); },
                    .problem =
                        [&](const Problem& problem) {
                          left_out = true;
                          terminal.say("ocelli: left out: " + problem.where + ": " + problem.message);
                        },
                    .progress = [&](const Progress& progress) { terminal.show(progress); }},
                   stop.token());
  return left_out ? kSomeInputsFailed : kFine;
}

}  // namespace

const Verb train_classifier_verb{"train classifier", "train a classifier of images or of rows of numbers",
                                 run};

}  // namespace ocelli::app
