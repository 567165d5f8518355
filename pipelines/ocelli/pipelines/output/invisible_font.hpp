#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ocelli::internal {

/// Assigns codes to the characters of a PDF's invisible text and builds the font for them. The text uses
/// composite fonts with two-byte codes, assigned in order of first use. Each code has a glyph with a width
/// and no outline.
///
/// Code 0 is skipped: it stands for a missing glyph, which PDF/A does not allow to be shown.
class InvisibleFont {
 public:
  static constexpr std::size_t kCodes = 65'535;
  static constexpr double kAdvance = 0.5;  ///< width of every character, in units of the font size

  struct Code {
    std::size_t font = 0;
    std::uint16_t code = 0;

    friend bool operator==(const Code&, const Code&) = default;
  };

  Code code_of(char32_t character);

  std::size_t fonts() const { return (characters_.size() + kCodes - 1) / kCodes; }
  /// The number of codes of a font, which are numbered from 1.
  std::size_t codes(std::size_t font) const;
  /// The CMap from a font's codes to Unicode.
  /// Source  Adobe Technical Note 5411, ToUnicode Mapping File Tutorial.
  std::string to_unicode(std::size_t font) const;
  /// The font's TrueType program. Glyph N belongs to code N.
  /// Source  OpenType 1.9, chapters head, hhea, hmtx, loca, maxp; PDF 32000-1:2008, 9.7.4.2.
  std::string program(std::size_t font) const;

 private:
  std::map<char32_t, std::size_t> places_;
  std::vector<char32_t> characters_;  ///< by font, then code
};

}  // namespace ocelli::internal
