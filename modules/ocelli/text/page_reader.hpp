#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/text/page_text.hpp"
#include "ocelli/text/reader.hpp"
#include "ocelli/text/reading_options.hpp"

namespace ocelli {

/// Reads a page: binarises it, turns it upright and cleans it; finds lines and reads them in parallel.
///
/// Boxes are in pixels of the input image. A page without text has no blocks. With `turn`, a page that reads
/// badly, or not at all, is also read in the other orientations; one of those is used if its result is clearly better.
/// The same for any number of threads.
/// Throws  Error(Kind::image) unless the page is 8-bit with one channel; Error(Kind::usage) for `only` with an unknown
///         character.
/// Cost    about 0.1 s for 2,000 characters, up to four times that if orientations are tried; 4 (labels) + 3 (ink) bytes per
///         pixel.
PageText read_page(const cv::Mat& grey, const Reader& reader, const ReadingOptions& options = {});

}  // namespace ocelli
