#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>

namespace ocelli::internal {

enum class Tilt : std::uint8_t { left, right };

/// The middle of a picture's mirror image turned about it by 7 degrees, of the result's size: interpolated
/// linearly, beyond the picture its border is replicated. In integers: pixels are the same on every machine.
///
/// Requires  8-bit gray pictures that share no pixels, of up to 1024 pixels a side.
/// Cost      four pixels read for each of the result's.
void tilt_mirrored(const cv::Mat& picture, Tilt tilt, cv::Mat& result);

}  // namespace ocelli::internal
