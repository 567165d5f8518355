#pragma once

#include "ocelli/detection/detector.hpp"
#include "ocelli/pipelines/stages/stages.hpp"

namespace ocelli::internal {

/// Decodes an item to gray and finds the detector's objects in it. Each calling thread has its own
/// scratch. Keeps a reference: the detector must outlive the work.
Work detect_work(const Detector& detector);

}  // namespace ocelli::internal
