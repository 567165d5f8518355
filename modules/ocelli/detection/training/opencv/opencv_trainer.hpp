#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/detection/training/cascade_trainer.hpp"
#include "ocelli/detection/training/negative_mining.hpp"
#include "ocelli/detection/training/opencv/opencv_checkpoint.hpp"
#include "ocelli/detection/training/opencv/opencv_stage_trainer.hpp"
#include "ocelli/features/haar/training_windows.hpp"

namespace ocelli::internal {

/// The windows that pass all stages, by number: those that OpenCV lets pass.
/// Requires  parts that
/// OpenCvCascade takes, or parts without stages, which reject only what OpenCV never looks at (see
/// opencv_inverse_norm); windows of their size.
std::vector<std::uint32_t> passing_windows(const OpenCvCascadeParts& parts, const TrainingWindows& windows);

/// Evaluates every window of the grid, with the vector code of the scanner. Copies the parts.
WindowSearch search_with(const OpenCvCascadeParts& parts, const ScanOptions& scan);

using OpenCvTrainingWatch = TrainingWatchOf<OpenCvTrainingState>;

struct OpenCvTrainingResult {
  OpenCvCascade cascade;
  std::string ending;  ///< why it ended, in a sentence
};

/// Trains a cascade that OpenCV 3 and 4 can run, as opencv_traincascade did: stages of gentle AdaBoost that
/// each independent, stumps or trees on Haar features or local binary patterns.
///
/// Negatives, goals, checkpoints and what is thrown are those of train_cascade(). Of its options, `goals`, it
/// takes the label, the goals of stages and cascade, `mined`, `features`, `min_side`, `weight_trimming`
/// (weight trimming), `mining_step`, `memory` and `seed`; the others are of FloatBoost. Responses are
/// computed and windows are passed as OpenCV does it: the cascade decides on training windows there as here.
OpenCvTrainingResult train_opencv_cascade(const CascadeTrainerOptions& goals,
                                          const OpenCvStageOptions& options, const TrainingData& data,
                                          const std::optional<OpenCvTrainingState>& from,
                                          const OpenCvTrainingWatch& watch, std::stop_token stop);

}  // namespace ocelli::internal
