#pragma once

#include <opencv2/core/mat.hpp>
#include <string_view>

#include "ocelli/text/reader.hpp"
#include "ocelli/text/training/glyph_extraction.hpp"

namespace ocelli {

/// Adds the glyphs of a page with known text: the page is read, the result is aligned with the truth by edit
/// distance, and a glyph is a sample of the character that it is aligned with if kAgreeing characters on either side were
/// read correctly. So isolated misread glyphs teach the most.
///
/// Samples have the reader's classes, which are those of `samples`. Skips characters without a class.
/// Requires  8-bit, one channel.
/// Cost      as reading the page.
void extract_page_glyphs(const cv::Mat& grey, std::string_view truth, const Reader& reader,
                         GlyphSamples& samples);

inline constexpr int kAgreeing = 2;

}  // namespace ocelli
