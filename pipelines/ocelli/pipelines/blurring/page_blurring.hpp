#pragma once

#include "ocelli/pipelines/blurring/file_blurring.hpp"

namespace ocelli::internal {

/// blur_file() of a PDF or TIFF file. If a page has an object, all pages become pictures, those of a PDF file
/// without their text.
BlurredFile blur_pages(const BlurPair& pair, const BlurJob& job);

}  // namespace ocelli::internal
