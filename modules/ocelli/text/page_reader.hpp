#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/core/time_limit.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/page_text.hpp"
#include "ocelli/text/reading_options.hpp"

namespace ocelli::internal {

/// Reads a page: binarizes it, turns it upright and cleans it; finds lines and reads them in parallel.
///
/// Boxes are told in pixels of the image that came in. A page without text has no blocks. With `auto_rotate`,
/// a page that reads badly as it is, or not at all, is read turned by quarters as well, and kept so where
/// that makes clearly more sense. The same for any number of threads. `limit`: where its time is up after a
/// first reading, the best one so far is returned (PageText::cut_short).
/// Throws  Error(Kind::image) unless
/// the page is 8-bit with one channel; Error(Kind::usage) for `charset` with a character
///         that the model does not know; Error(Kind::canceled) after a stop, or when the time is up before
///         the first reading.
/// Cost    some 0.1 s for 2,000 characters, up to four times that where turns are tried; 4 (labels) + 3 (ink)
/// bytes a pixel.
PageText read_page(const cv::Mat& gray, const Reader& reader, const ReadingOptions& options = {},
                   const TimeLimit* limit = nullptr);

}  // namespace ocelli::internal
