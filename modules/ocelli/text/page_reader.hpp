#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/core/time_limit.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/page_text.hpp"
#include "ocelli/text/reading_options.hpp"

namespace ocelli::internal {

/// Reads a page.
///   1. Binarize it, rotate it upright and clean it.
///   2. Find lines and read them in parallel.
///   3. With `auto_rotate`, if there is little or no text, also read the page rotated by quarter turns. Keep
///   the
///      rotation if its text is clearly better.
///
/// A page without text has no blocks. The result does not depend on the number of threads. `limit`: if time
/// runs out after a first reading, the best reading so far is returned (PageText::cut_short).
/// Units   boxes in pixels of the image as passed in.
/// Throws  Error(Kind::image) unless the page is 8-bit with one channel; Error(Kind::usage) if `charset` has
/// a character that the model does not know; Error(Kind::canceled) on a stop, or if time runs out before the
/// first reading.
/// Cost    about 0.1 s for 2,000 characters, up to four times that if rotations are tried; 7 bytes per pixel.
PageText read_page(const cv::Mat& gray, const Reader& reader, const ReadingOptions& options = {},
                   const TimeLimit* limit = nullptr);

}  // namespace ocelli::internal
