#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <string_view>
#include <vector>

#include "ocelli/text/training/font_face.hpp"

namespace ocelli::internal {

/// How a line is typeset.
struct TypesettingOptions {
  double size = 40;    ///< em size in pixels: 300 dpi / 72 times the points
  double spacing = 0;  ///< added after each character, as a share of the em: negative makes letters touch
  double wander = 0;  ///< largest deviation of characters from the baseline, up or down, as a share of the em
                      ///< (typewriters)
  bool kerning = true;
  int margin = 8;          ///< pixels of paper around the ink
  double start = 0;        ///< subpixel position of the first pen, 0 .. 1
  std::uint64_t seed = 0;  ///< of the deviations from the baseline
  GlyphStyle style = {};

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// A character of a line and the box of its own ink; empty for a space.
struct SetCharacter {
  char32_t character = 0;
  cv::Rect box;
};

/// A line as printed by a perfect printer.
struct SetLine {
  cv::Mat image;   ///< 8-bit, one channel: paper 255, ink 0
  cv::Mat owners;  ///< 16-bit unsigned: 0 is paper, i + 1 is mostly ink of characters[i]
  std::vector<SetCharacter> characters;  ///< those of the text, in order
  double baseline = 0;                   ///< the first row below letters without descenders
  double x_height = 0;
};

/// Typesets a line of text. Spaces advance the pen; every other character must be in the font.
/// Requires  at most 2,000 characters, and 2^26 pixels in total.
/// Throws    Error(Kind::usage) for invalid options, a character that the font does not have, or a longer
/// text.
SetLine set_line(FontFace& face, std::u32string_view text, const TypesettingOptions& options);

/// The owner of each inked pixel of a degraded image: that of the nearest owner, within `reach` pixels along
/// an axis; 0 is paper, or unowned ink (specks). `ink` is 8-bit, of the size of `owners`; nonzero is ink.
cv::Mat spread_owners(const cv::Mat& owners, const cv::Mat& ink, int reach);

}  // namespace ocelli::internal
