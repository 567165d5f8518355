#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/observer.hpp"
#include "ocelli/options.hpp"

namespace ocelli {

/// The inputs and options of a detector training.
struct DetectorTraining {
  /// Annotations: VOC, COCO, YOLO, CSV, OpenCV ... (docs/inputs.md).
  std::vector<std::filesystem::path> positives;
  std::vector<std::filesystem::path> negatives;  ///< folders or lists of photos without the object
  std::vector<std::filesystem::path> images;     ///< folders in which to search for the annotated photos
  std::filesystem::path from_one;  ///< a picture of the object from which to synthesize positives; optional
  /// A detector to reuse: its cascade is kept, and only a verifier is trained; or, with the option landmarks
  /// at "only", landmarks are added to it, without negatives. May be empty.
  std::filesystem::path cascade;
  std::vector<std::string> classes;  ///< the annotated classes to learn; empty: all
  std::filesystem::path output;      ///< the model file; with the extension .xml, a cascade for OpenCV
  bool resume = false;               ///< continue from the checkpoint next to the output
  Options options;                   ///< see train_detector_options()
};

/// Trains a detector and writes the model with its card. A checkpoint after every weak classifier and a log
/// stay next to the output until the model is written. Training curves and pictures are written there too.
/// Throws  Error(Kind::training) when the data is not sufficient, with what to change; Error(Kind::usage)
/// naming the option; Error(Kind::canceled) on `stop`, in which case the checkpoint is kept.
/// Cost    minutes for a few hundred objects on two cores.
/// Source  floatboost fig. 1 and 2.
OCELLI_API void train_detector(const DetectorTraining& training, const Observer& observer = {},
                               std::stop_token stop = {});

OCELLI_API std::vector<OptionInfo> train_detector_options();

}  // namespace ocelli
