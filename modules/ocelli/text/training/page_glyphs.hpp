#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <string_view>

#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/training/glyph_extraction.hpp"

namespace ocelli::internal {

/// Adds the glyphs of a page, or of an image of one line, with known text.
///
/// The page is read and aligned with the truth by edit distance, which determines the text of each line. A
/// truth of one line is the text of the longest line. The glyphs are then those of extract_line_glyphs().
/// Gray pages are extracted with each setting that reading may use (kInkSettings).
/// Returns   whether the text fits any line; if not, nothing is added.
/// Requires  8-bit, one channel; the reader's classes in `samples`; `reject_share` and `seed` as in
/// extract_glyphs().
/// Cost      as reading the page twice with each setting.
bool extract_page_glyphs(const cv::Mat& gray, std::string_view truth, const Reader& reader,
                         std::size_t reject_share, std::uint64_t seed, GlyphSamples& samples);

}  // namespace ocelli::internal
