#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>

namespace ocelli::internal {

enum class Tilt : std::uint8_t { left, right };

/// The middle of a picture's mirror image, rotated about it by 7 degrees, at the size of `result`. It is
/// interpolated linearly. Outside the picture its border is replicated. Computed in integers: pixels are the
/// same on every machine.
///
/// Requires  8-bit gray pictures that share no pixels, of up to 1024 pixels a side.
/// Cost      four pixels read for each result pixel.
void tilt_mirrored(const cv::Mat& picture, Tilt tilt, cv::Mat& result);

}  // namespace ocelli::internal
