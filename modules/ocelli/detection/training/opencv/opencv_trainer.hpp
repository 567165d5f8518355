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

/// The indices of the windows that pass all stages in OpenCV.
/// Requires  valid OpenCvCascade parts, or parts without stages, which reject only windows that OpenCV never
/// evaluates (see opencv_inverse_norm); windows of the cascade's size.
std::vector<std::uint32_t> passing_windows(const OpenCvCascadeParts& parts, const TrainingWindows& windows);

/// Evaluates every window of the grid with the vector code of the scanner. Copies the parts.
WindowSearch search_with(const OpenCvCascadeParts& parts, const ScanOptions& scan);

using OpenCvTrainingWatch = TrainingWatchOf<OpenCvTrainingState>;

struct OpenCvTrainingResult {
  OpenCvCascade cascade;
  std::string ending;  ///< why training ended, as a sentence
};

/// Trains a cascade that OpenCV 3 and 4 can run, as opencv_traincascade did: independent stages of gentle
/// AdaBoost, with stumps or trees on Haar features or local binary patterns.
///
/// Negatives, goals, checkpoints and errors are those of train_cascade(). Of `goals`, it uses the label, the
/// goals of stages and cascade, `mined`, `features`, `min_side`, `weight_trimming`, `mining_step`, `memory`
/// and `seed`; the others apply to FloatBoost. Responses and decisions are computed exactly as in OpenCV, so
/// the cascade makes the same decisions on training windows in OpenCV as here.
OpenCvTrainingResult train_opencv_cascade(const CascadeTrainerOptions& goals,
                                          const OpenCvStageOptions& options, const TrainingData& data,
                                          const std::optional<OpenCvTrainingState>& from,
                                          const OpenCvTrainingWatch& watch, std::stop_token stop);

}  // namespace ocelli::internal
