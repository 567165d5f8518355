#pragma once

#include <functional>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>

#include "ocelli/pipelines/blurring/blur_options.hpp"
#include "ocelli/pipelines/blurring/hiding_detector.hpp"
#include "ocelli/pipelines/executors/live.hpp"

namespace ocelli::internal {

/// Hides the objects in the newest frames of a camera or stream, followed from frame to frame, and gives each
/// picture as a JPEG file to `write`. One after the other they are a stream in Motion JPEG.
///
/// A face is clear until it is first found: what comes later is not known yet.
/// Throws  as run_live(), and what `write` throws.
LiveSummary blur_live(Source& frames, const HidingDetector& detector, const BlurOptions& options,
                      const std::function<void(std::span<const std::byte>)>& write, std::stop_token stop);

}  // namespace ocelli::internal
