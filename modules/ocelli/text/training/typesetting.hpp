#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <string_view>
#include <vector>

#include "ocelli/text/training/font_face.hpp"

namespace ocelli {

/// How a line is set.
struct TypesettingOptions {
  double size = 40;    ///< pixels of an em: 300 dpi / 72 times the points
  double spacing = 0;  ///< added after each character, as a share of the em: below 0 letters touch
  double wander =
      0;  ///< how far characters leave the baseline, up or down, as a share of the em (typewriters)
  bool kerning = true;
  int margin = 8;          ///< pixels of paper around the ink
  double start = 0;        ///< the first pen's place between two pixels, 0 .. 1
  std::uint64_t seed = 0;  ///< of the wandering
  GlyphStyle style = {};

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// A character of a line and the box of its own ink; empty for a space.
struct SetCharacter {
  char32_t character = 0;
  cv::Rect box;
};

/// A line as it would leave a perfect printer.
struct SetLine {
  cv::Mat image;   ///< 8-bit, one channel: paper 255, ink 0
  cv::Mat owners;  ///< 16-bit unsigned: 0 is paper, i + 1 is mostly ink of characters[i]
  std::vector<SetCharacter> characters;  ///< those of the text, in its order
  double baseline = 0;                   ///< the first row below letters without descenders
  double x_height = 0;
};

/// Sets a line of text. Spaces advance the pen; every other character must be in the face.
/// Requires  at most 2,000 characters, and 2^26 pixels in all.
/// Throws    Error(Kind::usage) for invalid options, a character that the face has not, or a longer text.
SetLine set_line(FontFace& face, std::u32string_view text, const TypesettingOptions& options);

/// Whose ink each inked pixel of a degraded image is: that of the nearest owner, up to `reach` steps to a side away;
/// 0 is paper, or ink of nobody (specks). `ink` is 8-bit, of the size of `owners`; what is not 0 is ink.
cv::Mat spread_owners(const cv::Mat& owners, const cv::Mat& ink, int reach);

}  // namespace ocelli
