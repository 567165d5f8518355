#include "ocelli/pipelines/output/unicode.hpp"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <cstdint>

namespace ocelli {

std::u32string code_points(std::string_view text) {
  const icu::UnicodeString units =
      icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
  std::u32string characters;
  for (std::int32_t i = 0; i < units.length(); i = units.moveIndex32(i, 1)) {
    characters += static_cast<char32_t>(units.char32At(i));
  }
  return characters;
}

std::string to_utf8(std::u32string_view characters) {
  std::string text;
  for (const char32_t character : characters) {
    icu::UnicodeString(static_cast<UChar32>(character)).toUTF8String(text);
  }
  return text;
}

bool is_small_letter(char32_t character) { return u_islower(static_cast<UChar32>(character)) != 0; }

}  // namespace ocelli
