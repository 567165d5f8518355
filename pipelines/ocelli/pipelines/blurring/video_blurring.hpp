#pragma once

#include "ocelli/pipelines/blurring/file_blurring.hpp"

namespace ocelli::internal {

/// blur_file() of a video.
///
/// The first pass finds the objects and follows them both ways. The second hides them. Frames that the
/// decoder calls damaged are black.
/// Cost    decoding twice, searching and encoding.
BlurredFile blur_video(const BlurPair& pair, const BlurJob& job);

}  // namespace ocelli::internal
