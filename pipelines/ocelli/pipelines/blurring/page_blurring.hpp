#pragma once

#include "ocelli/pipelines/blurring/file_blurring.hpp"

namespace ocelli::internal {

/// blur_file() of a PDF file. Pages without objects are kept. The others are replaced by their picture with
/// the objects hidden, without their text.
BlurredFile blur_pages(const BlurPair& pair, const BlurJob& job);

}  // namespace ocelli::internal
