#pragma once

#include <stop_token>

#include "ocelli/detection/opencv/opencv_model.hpp"
#include "ocelli/training/detector_training.hpp"

namespace ocelli::internal {

/// Trains like train_detector(), for a job with OpenCV as its target. Depending on the output's extension,
/// writes an XML file that CascadeClassifier of OpenCV 3 and 4 loads, or a model file. There is no operating
/// point: OpenCV reports all windows that pass, grouped. Its results on held-out images are reported, logged
/// and recorded in the card.
OpenCvModel train_opencv_detector(const DetectorTraining& job, const TrainingObserver& observer,
                                  std::stop_token stop);

/// Trains for the job's target, with this function or train_detector().
void train_detector_for_target(const DetectorTraining& job, const TrainingObserver& observer,
                               std::stop_token stop);

}  // namespace ocelli::internal
