#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>

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

/// Learns landmarks from all annotated objects that have them, those that are otherwise ignored included. The
/// detector's own errors in placing boxes are learned from, too. Nothing if too few objects have landmarks
/// and the options leave it to the data.
///
/// Throws  Error(Kind::training) if the options ask for landmarks and too few objects have them.
/// Cost    about a minute of one core for 15,000 faces.
std::optional<TrainedLandmarks> train_landmarks(const DetectorTraining& job, const DetectorModel& detector,
                                                TrainingSession& session);

/// Adds them to a model and its card.
void add_landmarks(DetectorModel& model, TrainedLandmarks landmarks);

/// Adds landmarks to the detector `job.cascade`, and changes nothing else of it.
DetectorModel train_landmarks_alone(const DetectorTraining& job, const TrainingObserver& observer,
                                    std::stop_token stop);

}  // namespace ocelli::internal
