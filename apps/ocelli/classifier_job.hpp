#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "ocelli/recognition/classifier_training.hpp"
#include "training_audience.hpp"

namespace ocelli::app {

/// All that `ocelli train classifier` is told.
struct ClassifierJob {
  std::filesystem::path samples;  ///< a table, an IDX file or a folder with one sub-folder a class
  std::optional<std::filesystem::path> labels;
  std::filesystem::path output;
  bool resume = false;

  std::string algorithm = "shareboost";
  int width = 0, height = 0;  ///< of the images; 0: as the first one
  ClassifierTrainingOptions training;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("algorithm", self.algorithm, "how to learn: shareboost");
    visit("width", self.width, "width that images are brought to, pixels (0: that of the first)");
    visit("height", self.height, "height that images are brought to, pixels (0: that of the first)");
    ClassifierTrainingOptions::describe(self.training, visit);
  }

  /// Throws Error(Kind::usage) naming the option that makes no sense.
  void validate() const;

  /// Where checkpoints and the log go: beside the model.
  std::filesystem::path checkpoint() const { return output.string() + ".checkpoint"; }
  std::filesystem::path log() const { return output.string() + ".log.jsonl"; }
};

/// Checks the data, trains, and writes the model with its card. Keeps a checkpoint after every round and a log with
/// one JSON line a round; both stay beside the model, the checkpoint only until the model is written. Throws as
/// train_classifier(), and Error(Kind::output) when the model cannot be written there.
void train_classifier(const ClassifierJob& job, const TrainingAudience& audience, std::stop_token stop);

}  // namespace ocelli::app
