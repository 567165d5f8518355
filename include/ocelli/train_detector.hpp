#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/observer.hpp"
#include "ocelli/options.hpp"

namespace ocelli {

/// What a detector is trained from.
struct DetectorTraining {
  std::vector<std::filesystem::path>
      positives;  ///< annotations: VOC, COCO, YOLO, CSV, OpenCV ... (docs/inputs.md)
  std::vector<std::filesystem::path> negatives;  ///< folders or lists of photos without the object
  std::vector<std::filesystem::path> images;     ///< folders to search for photos that annotations name
  std::filesystem::path from_one;  ///< a picture of the object to synthesize positives from; empty: none
  std::filesystem::path
      cascade;  ///< a detector whose cascade is taken, so that its verifier alone is trained
  std::vector<std::string> classes;  ///< the annotated classes to learn; empty: all
  std::filesystem::path output;      ///< the model; named .xml, a cascade for OpenCV
  bool resume = false;               ///< continue from the checkpoint beside the output
  Options options;                   ///< of train_detector_options()
};

/// Trains, and writes the model with its card. A checkpoint after every weak classifier and a log stay beside
/// the output until the model is written; curves and pictures are drawn there too. Throws
/// Error(Kind::training) when the data do not allow it, with what to change, Error(Kind::usage) naming the
/// option,
///         Error(Kind::canceled) on `stop`; the checkpoint is kept then.
/// Cost    minutes for a few hundred objects on two cores.
/// Source  floatboost fig. 1 and 2.
OCELLI_API void train_detector(const DetectorTraining& training, const Observer& observer = {},
                               std::stop_token stop = {});

OCELLI_API std::vector<OptionInfo> train_detector_options();

}  // namespace ocelli
