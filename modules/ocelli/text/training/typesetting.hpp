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
  double spacing = 0;  ///< added after each character, as a share of the em; negative makes letters touch
  /// Maximum deviation of characters from the baseline, up or down, as a share of the em (typewriters).
  double wander = 0;
  bool kerning = true;
  int margin = 8;          ///< around the ink, in pixels
  double start = 0;        ///< subpixel position of the first pen, 0 .. 1
  std::uint64_t seed = 0;  ///< of the deviations from the baseline
  GlyphStyle style = {};

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// A character of a line and the box of its own ink, which is empty for a space.
struct SetCharacter {
  char32_t character = 0;
  cv::Rect box;
};

/// A line as a perfect printer would print it.
struct SetLine {
  cv::Mat image;   ///< 8-bit, one channel: paper 255, ink 0
  cv::Mat owners;  ///< 16-bit unsigned: 0 is paper, i + 1 is mostly ink of characters[i]
  std::vector<SetCharacter> characters;  ///< those of the text, in order
  double baseline = 0;                   ///< the first row below letters without descenders
  double x_height = 0;
};

/// Typesets a line of text. Spaces advance the pen. Every other character must be in the font.
/// Requires  at most 2,000 characters, and 2^26 pixels in total.
/// Throws    Error(Kind::usage) for invalid options, a character that the font does not have, or a longer
/// text.
SetLine set_line(FontFace& face, std::u32string_view text, const TypesettingOptions& options);

/// Returns the owner of each inked pixel of a degraded image: the nearest owner within `reach` pixels along
/// an axis. 0 is paper or unowned ink (specks). `ink` is 8-bit, of the size of `owners`; nonzero is ink.
cv::Mat spread_owners(const cv::Mat& owners, const cv::Mat& ink, int reach);

}  // namespace ocelli::internal
