#pragma once

#include <cstddef>
#include <stop_token>
#include <vector>

#include "ocelli/detection/training/landmark_trainer.hpp"
#include "ocelli/training/detector_training.hpp"
#include "ocelli/training/training_session.hpp"

/// Internal to the trainings of detectors; not part of the module's interface.
namespace ocelli::internal {

/// Trained landmarks, and their errors on faces that were held out.
struct TrainedLandmarks {
  LandmarkRegressor regressor;
  LandmarkErrors errors;
  std::size_t faces = 0, measured = 0;
};

/// An image for each annotated object with landmarks, including objects that are otherwise ignored. None if
/// too few have them and the options leave it to the data.
///
/// Throws  Error(Kind::training) if the options ask for landmarks and too few objects have them.
std::vector<AnnotatedImage> faces_with_landmarks(const DetectorTraining& job);

/// Learns landmarks from these faces, and from the detector's own errors in placing their boxes.
///
/// Cost    about a minute of one core for 15,000 faces.
TrainedLandmarks train_landmarks(const DetectorTraining& job, const std::vector<AnnotatedImage>& all,
                                 const DetectorModel& detector, TrainingSession& session);

/// Adds them to a model and its card.
void add_landmarks(DetectorModel& model, TrainedLandmarks landmarks);

/// Adds landmarks to the detector `job.cascade`, and changes nothing else of it.
DetectorModel train_landmarks_alone(const DetectorTraining& job, const TrainingObserver& observer,
                                    std::stop_token stop);

}  // namespace ocelli::internal
