#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ocelli {

/// Codes for the characters of a PDF's invisible text: fonts of 256 codes each, assigned in the order of
/// first use.
class InvisibleFont {
 public:
  static constexpr std::size_t kCodes = 256;
  static constexpr double kAdvance = 0.5;  ///< width of every character, in units of the font's size

  struct Code {
    std::size_t font = 0;
    std::uint8_t code = 0;

    friend bool operator==(const Code&, const Code&) = default;
  };

  Code code_of(char32_t character);

  std::size_t fonts() const { return (characters_.size() + kCodes - 1) / kCodes; }
  /// The number of codes of a font.
  std::size_t codes(std::size_t font) const;
  /// The CMap from a font's codes to Unicode.
  /// Source  Adobe Technical Note 5411, ToUnicode Mapping File Tutorial.
  std::string to_unicode(std::size_t font) const;

 private:
  std::map<char32_t, std::size_t> places_;
  std::vector<char32_t> characters_;  ///< by font, then code
};

}  // namespace ocelli
