#pragma once

#include <memory>

#include "ocelli/detection/detector_stages.hpp"
#include "ocelli/detection/landmarks.hpp"

namespace ocelli::internal {

/// A stage that places the landmarks of each detection, and estimates its pose from them. It belongs before
/// boxes are clipped to the image. Where a detection has a pose already, its roll is where the search starts.
std::unique_ptr<const DetectorStage> landmark_stage(LandmarkRegressor regressor);

}  // namespace ocelli::internal
