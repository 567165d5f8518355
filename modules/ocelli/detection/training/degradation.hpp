#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/core/random.hpp"

namespace ocelli::internal {

/// Degrades a picture as newspaper print, scanners and dim light do: a steep tonal curve or little contrast,
/// then, by chance, a dot screen or blur, then noise.
///
/// Requires 8-bit gray; the size stays. Depends on the picture and the random numbers only. Cost: about 20
/// passes over the pixels with a screen.
void degrade(cv::Mat& picture, Random random);

}  // namespace ocelli::internal
