#pragma once

#include <cstddef>
#include <opencv2/core/types.hpp>
#include <span>
#include <string>
#include <vector>

namespace ocelli::internal {

/// A character of a PDF page's own text in UTF-8. `box` is around the cell of its font, not around its ink.
struct PdfGlyph {
  std::string text;
  cv::Rect box;
};

/// Characters without spaces between them; never empty.
struct PdfWord {
  std::vector<PdfGlyph> glyphs;
  int quarters = 0;      ///< clockwise quarter turns by which it is rotated on the page: 0 to 3
  double font_size = 0;  ///< pixels
  bool space_after = true;
};

/// The text that a page of a PDF file contains, in reading order. Boxes are in pixels of the rendered page.
struct PdfWords {
  cv::Size size;  ///< of the rendered page
  std::vector<PdfWord> words;
};

/// The warning for pages on which an image cannot be decoded.
inline constexpr const char* kDamagedImage =
    "shows a damaged image; some of the text may be missing or wrong";

/// The words as bytes, which the renderer sends, and back.
/// Throws  Error(Kind::input) for bytes that are not such words, without a place.
std::vector<std::byte> packed(std::span<const PdfWord> words);
std::vector<PdfWord> unpacked_words(std::span<const std::byte> bytes);

}  // namespace ocelli::internal
