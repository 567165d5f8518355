#pragma once

#include <opencv2/core/mat.hpp>
#include <string_view>

#include "ocelli/text/reader.hpp"
#include "ocelli/text/training/glyph_extraction.hpp"

namespace ocelli {

/// Adds the glyphs of a page whose text is known: the page is read, what was read is aligned with the truth by the fewest
/// edits, and a glyph is a sample of the character that it is aligned with when kAgreeing characters on either side were
/// read as the truth has them. So glyphs that are misread among others that are not teach most.
///
/// Samples have the reader's classes, which are those of `samples`. Truth of characters without a class is passed over.
/// Requires  8-bit, one channel.
/// Cost      as reading the page.
void extract_page_glyphs(const cv::Mat& grey, std::string_view truth, const Reader& reader,
                         GlyphSamples& samples);

inline constexpr int kAgreeing = 2;

}  // namespace ocelli
