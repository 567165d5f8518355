#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/core/progress.hpp"
#include "ocelli/data/annotation.hpp"
#include "ocelli/detection/cascade_trainer.hpp"
#include "ocelli/detection/positives.hpp"
#include "training_audience.hpp"

namespace ocelli::app {

/// All that `ocelli train detector` is told.
struct DetectorTraining {
  std::vector<std::filesystem::path> positives;  ///< annotation files
  std::vector<std::filesystem::path> negatives;  ///< folders or lists of images without the object
  std::filesystem::path output;
  bool resume = false;

  int width = 20;  ///< of the window
  int height = 0;  ///< 0: as the median box is shaped
  double validation =
      0.15;  ///< share of the images with objects that is kept from training, to set thresholds by
  int negative_views = 1;     ///< ways to see each negative image
  bool surroundings = false;  ///< whether negatives come from around the objects of positive images, too
  PoseOptions poses;
  CascadeTrainerOptions trainer;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("width", self.width, "width of the window, pixels");
    visit("height", self.height, "height of the window, pixels (0: as the median box is shaped)");
    visit("validation", self.validation, "share of the positive images kept to set thresholds by");
    visit("negative-views", self.negative_views,
          "ways to see each negative image: mirrored, turned, at most 8");
    visit("surroundings", self.surroundings,
          "mine around the objects of positive images, too; all objects in them must be marked");
    PoseOptions::describe(self.poses, visit);
    CascadeTrainerOptions::describe(self.trainer, visit);
  }

  /// Throws Error(Kind::usage) naming the option that makes no sense.
  void validate() const;

  /// Where checkpoints and the log go: beside the model.
  std::filesystem::path checkpoint() const { return output.string() + ".checkpoint"; }
  std::filesystem::path log() const { return output.string() + ".log.jsonl"; }
};

/// Checks the data, trains, and writes the model with its card. Keeps a checkpoint after every weak
/// classifier and a log with one JSON line a round; both stay beside the model, the checkpoint only until the
/// model is written. Throws as train_cascade(), and Error(Kind::output) when the model cannot be written
/// there.
void train_detector(const DetectorTraining& job, const TrainingAudience& audience, std::stop_token stop);

}  // namespace ocelli::app
