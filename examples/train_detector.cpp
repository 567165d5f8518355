// Trains a detector:  train_detector boxes.csv photos-without model.ocelli  (docs/train-detector.md says what
// these are)
#include <cstdio>
#include <exception>
#include <string>

#include "ocelli/training/detector_training.hpp"

int main(int count, char** arguments) try {
  if (count != 4) return std::fprintf(stderr, "usage: train_detector POSITIVES NEGATIVES MODEL\n"), 2;
  ocelli::DetectorTraining job;
  job.positives = {arguments[1]};
  job.negatives = {arguments[2]};
  job.output = arguments[3];
  const ocelli::TrainingObserver observer{
      .report = [](const std::string& sentence) { std::printf("%s\n", sentence.c_str()); },
      .problem =
          [](const ocelli::Problem& found) {
            std::printf("%s: %s\n", found.where.c_str(), found.message.c_str());
          },
      .progress =
          [](const ocelli::Progress& step) { std::printf("%s: %zu\n", step.task.c_str(), step.done); }};
  const ocelli::DetectorModel model = ocelli::train_detector(job, observer, {});
  std::printf("%zu weak classifiers\n", model.cascade.weak_count());
} catch (const std::exception& error) {
  return std::fprintf(stderr, "train_detector: %s\n", error.what()), 1;
}
