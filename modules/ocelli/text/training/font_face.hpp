#pragma once

#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>
#include <string_view>

namespace ocelli {

/// The 94 printing characters of ASCII, '!' to '~'.
std::u32string printing_ascii();

/// A glyph as ink: how much of each pixel it covers, 0 .. 255.
struct GlyphImage {
  cv::Mat coverage;  ///< 8-bit, one channel; empty for a space
  int left = 0;      ///< of the first column from the whole pixel that the pen stands at
  int top = 0;       ///< of the first row from the baseline, y down: negative above it
};

/// How a glyph's outline is changed before it is drawn.
struct GlyphStyle {
  double slant = 0;    ///< shift to the right for each pixel upwards: 0.2 is a common italic
  double stretch = 1;  ///< of widths alone; 0.8 is condensed
  double weight = 0;   ///< pixels that strokes gain (or lose) in all
};

/// A type face of a font file, drawn without hinting, so that it looks like print and not like a screen.
///
/// Not to be used by two threads at once: each opens its own (some 100 us).
class FontFace {
 public:
  /// Throws Error(Kind::input) naming the file when it is missing or no scalable font, or has no face of that number.
  explicit FontFace(const std::filesystem::path& file, int index = 0);
  FontFace(FontFace&&) noexcept;
  FontFace& operator=(FontFace&&) noexcept;
  ~FontFace();

  /// Family and style as the file has them: "DejaVu Sans Bold Oblique".
  const std::string& name() const;
  bool has(std::u32string_view characters) const;

  /// Nothing if people would read these characters in this face as what they are; else why not. The file must have
  /// all of them, each with ink and with an outline that no other has, and small letters must be of sane height and no small capitals.
  std::string why_not_text(std::u32string_view characters) const;

  /// The pixels that an em has from now on. Throws Error(Kind::usage) unless from 4 to 1000.
  void set_size(double pixels);
  double size() const;

  /// The glyph of a character with its pen `fraction` of a pixel (0 .. 1) right of a whole one.
  /// Throws Error(Kind::usage) for a character that the face has not.
  GlyphImage draw(char32_t character, double fraction = 0, const GlyphStyle& style = {}) const;
  /// How far the pen goes on, in pixels, and how much farther (mostly less) when `next` follows.
  double advance(char32_t character) const;
  double kerning(char32_t character, char32_t next) const;

  /// Heights above the baseline in pixels, of the letters' outlines; a guess where the face has no such letter.
  double x_height() const;
  double capital_height() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ocelli
