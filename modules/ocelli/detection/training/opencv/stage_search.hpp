#pragma once

#include <cstdint>
#include <vector>

#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/detection/training/window_search.hpp"
#include "ocelli/features/haar/training_windows.hpp"

namespace ocelli::internal {

/// The windows that pass all stages, by number: those that OpenCV lets pass.
/// Requires  parts that
/// OpenCvCascade takes, or parts without stages, which reject only what OpenCV never evaluates (see
/// opencv_inverse_norm); windows of their size.
std::vector<std::uint32_t> passing_windows(const OpenCvCascadeParts& parts, const TrainingWindows& windows);

/// Evaluates every window of the grid, with the vector code of the scanner. Copies the parts.
WindowSearch search_with(const OpenCvCascadeParts& parts, const ScanOptions& scan);

}  // namespace ocelli::internal
