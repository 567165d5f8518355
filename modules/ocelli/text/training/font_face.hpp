#pragma once

#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>
#include <string_view>

namespace ocelli::internal {

/// The 94 printing characters of ASCII, '!' to '~'.
std::u32string printing_ascii();

/// A rendered glyph: the coverage of each pixel, 0 .. 255.
struct GlyphImage {
  cv::Mat coverage;  ///< 8-bit, one channel; empty for a space
  int left = 0;      ///< of the first column, relative to the whole pixel of the pen
  int top = 0;       ///< of the first row, relative to the baseline, y down: negative above it
};

/// How a glyph's outline is modified before rendering.
struct GlyphStyle {
  double slant = 0;    ///< shift to the right per pixel upward; 0.2 is a common italic
  double stretch = 1;  ///< horizontal scale; 0.8 is condensed
  double weight = 0;   ///< total change of stroke width, in pixels
};

/// A font rendered without hinting, so that it resembles print rather than a screen.
///
/// Not thread-safe: each thread opens its own (about 100 us).
class FontFace {
 public:
  /// Throws Error(Kind::input) naming the file if it is missing, is not a scalable font, or has no face with
  /// that index.
  explicit FontFace(const std::filesystem::path& file, int index = 0);
  FontFace(FontFace&&) noexcept;
  FontFace& operator=(FontFace&&) noexcept;
  ~FontFace();

  /// Family and style from the file, such as "DejaVu Sans Bold Oblique".
  const std::string& name() const;
  bool has(std::u32string_view characters) const;

  /// Returns nothing if the font is legible text for these characters, and the reason otherwise. The file
  /// must have all of them, each with ink and a unique outline. Lowercase letters must have a plausible
  /// height and not be small capitals.
  std::string why_not_text(std::u32string_view characters) const;

  /// Sets the em size in pixels. Throws Error(Kind::usage) unless it is from 4 to 1000.
  void set_size(double pixels);
  double size() const;

  /// Renders the glyph of a character with its pen at a subpixel offset `fraction` (0 .. 1).
  /// Throws Error(Kind::usage) for a character that the font does not have.
  GlyphImage draw(char32_t character, double fraction = 0, const GlyphStyle& style = {}) const;
  /// The advance in pixels, and the kerning (mostly negative) if `next` follows.
  double advance(char32_t character) const;
  double kerning(char32_t character, char32_t next) const;

  /// Heights above the baseline in pixels, from the letters' outlines. An estimate if the font has no such
  /// letter.
  double x_height() const;
  double capital_height() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ocelli::internal
