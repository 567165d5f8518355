#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "class_choice.hpp"
#include "command_line.hpp"
#include "input_help.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"
#include "ocelli/training/opencv_detector_training.hpp"
#include "option_help.hpp"
#include "terminal_run.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

/// The options of the command line.
struct TrainDetectorRequest {
  DetectorTraining job;
  ClassChoice classes;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("positives", self.job.positives,
          "annotations of images with the object: CSV, COCO, YOLO, Pascal VOC or another format of "
          "docs/inputs.md",
          option::any().several_words().value("file..."));
    visit("from-one", self.job.from_one, "image of the object, such as a logo, to synthesize positives from",
          option::any().value("file"));
    visit("negatives", self.job.negatives,
          "images without the object: folders, or lists like OpenCV's bg.txt",
          option::any().several_words().value("folder..."));
    visit("images", self.job.images,
          "folders to search, with their subfolders, for images that are not where annotations say",
          option::any().several_words().value("folder..."));
    visit("cascade", self.job.cascade,
          "reuse the cascade of this detector and train its verifier alone (or add landmarks: --landmarks "
          "only)",
          option::any().value("file"));
    visit("output", self.job.output, kNewModelHelp, option::any().letter('o').value("file"));
    visit("resume", self.job.resume, kResumeTrainingHelp, option::any().flag());
    ClassChoice::describe(self.classes, visit);
  }
};

std::optional<DetectorTraining> parse_train_detector(const Arguments& arguments, CommandLine& line) {
  TrainDetectorRequest request;
  DetectorTraining& job = request.job;
  line.add(request);
  line.writes({{"output", OutputOption::Form::file, {".ocelli", ".xml"}}});
  line.add("Training", job);
  line.add(kLimitsHeading, job.limits);
  if (!line.parse(arguments)) return std::nullopt;
  if (job.positives.empty() && job.from_one.empty()) line.refuse("--positives is required, or --from-one");
  if (job.negatives.empty() && !job.trains_only_landmarks()) line.refuse("--negatives is required");
  if (job.output.empty()) line.refuse("--output is required");
  job.classes = request.classes.names();
  return std::move(job);
}

int run_train_detector(const Arguments& arguments) {
  CommandLine line("ocelli train detector --positives FILE... --negatives FOLDER... -o MODEL",
                   "ocelli train detector --positives mugs.csv --negatives rooms/ --label mug -o mug.ocelli");
  const std::optional<DetectorTraining> job = parse_train_detector(arguments, line);
  if (!job) return kFine;
  return run_training([&](const TrainingObserver& observer, std::stop_token stop) {
    train_detector_for_target(*job, observer, stop);
  });
}

}  // namespace

Verb train_detector_verb() {
  return {"train detector", "train a detector for your own object", run_train_detector};
}

}  // namespace ocelli::internal::app
