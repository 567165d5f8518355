#pragma once

#include <memory>

#include "ocelli/detection/detector_stages.hpp"
#include "ocelli/detection/landmarks.hpp"

namespace ocelli::internal {

/// A stage that places the landmarks of each detection, and estimates its pose from them. It belongs before
/// boxes are clipped to the image. Of an object found by a search for rotated ones, the roll is where the
/// landmarks start.
std::unique_ptr<const DetectorStage> landmark_stage(LandmarkRegressor regressor);

}  // namespace ocelli::internal
