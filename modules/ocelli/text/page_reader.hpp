#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "ocelli/core/time_limit.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/page_text.hpp"
#include "ocelli/text/reading_options.hpp"

namespace ocelli::internal {

/// Reads a page.
///   1. Binarize it, deskew it and clean it, and find its lines.
///   2. Pages whose pixels are not square, such as faxes of standard resolution, are stretched first.
///   3. With `auto_rotate`, unless the longest lines consist of listed words, try quarter turns on a part of
///   the page, and read the longest lines after those that give more glyphs. Keep the turn if they make
///   clearly more sense.
///   4. Read the lines in parallel. Of a page with hardly any glyphs, such as a photo, read only lines that
///      have many.
///   5. Read unsure lines of gray pages again with other ink settings.
///   6. With `tables`, find the tables (find_tables()).
///
/// A page without text has no blocks. The result does not depend on the number of threads. `limit`: if time
/// runs out after a first reading, the best reading so far is returned (PageText::cut_short).
/// Units   boxes in pixels of the image as passed in.
/// Throws  Error(Kind::image) unless the page is 8-bit with one channel; Error(Kind::usage) if `charset` has
/// a character that the model does not know; Error(Kind::canceled) on a stop, or if time runs out before the
/// first reading.
/// Cost    about 0.1 s for 2,000 characters, up to three times that for a page on its side; 7 bytes per
/// pixel.
PageText read_page(const cv::Mat& gray, const Reader& reader, const ReadingOptions& options = {},
                   const TimeLimit* limit = nullptr);

/// Finds the tables of a page whose text is known, such as that of a PDF file.
/// Cost    that of preparing the page: about 50 ms.
std::vector<ReadTable> find_tables(const cv::Mat& gray, const PageText& text);

}  // namespace ocelli::internal
