#pragma once

#include <stop_token>

#include "ocelli/detection/opencv/opencv_model.hpp"
#include "ocelli/training/detector_training.hpp"

namespace ocelli::internal {

/// The same as train_detector() for a job whose target is OpenCV: writes an XML file that CascadeClassifier
/// of OpenCV 3 and 4 loads, or a model file, as the output's extension says. There is no operating point:
/// OpenCV reports all windows that pass, grouped. What it gives so on held-out images is said, logged and in
/// the card.
OpenCvModel train_opencv_detector(const DetectorTraining& job, const TrainingObserver& observer,
                                  std::stop_token stop);

/// Trains for the job's target, by this function or by train_detector().
void train_detector_for_target(const DetectorTraining& job, const TrainingObserver& observer,
                               std::stop_token stop);

}  // namespace ocelli::internal
