#include "ocelli/pipelines/output/unicode.hpp"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "ocelli/data/formats/text_encoding.hpp"

namespace ocelli::internal {
namespace {

/// Noncharacters, which Unicode reserves for internal use: one for each half of a byte.
constexpr char32_t kHighHalf = 0xFDD0, kLowHalf = 0xFDE0;
constexpr std::size_t kMarkBytes = 6;  ///< of both characters

/// The length in bytes of the character at the start of a text; 0 if there is no valid one.
std::size_t character_length(std::string_view text) {
  constexpr std::size_t kMax = 4;
  for (std::size_t length = 1; length <= std::min(kMax, text.size()); ++length)
    if (is_utf8(text.substr(0, length))) return length;
  return 0;
}

bool is_mark(std::string_view character) {
  const std::u32string found = code_points(character);
  return found[0] >= kHighHalf && found[0] <= kLowHalf + 0xF;
}

std::string mark_of(unsigned byte) {
  return to_utf8(std::u32string{kHighHalf + (byte >> 4), kLowHalf + (byte & 0xFU)});
}

/// The byte encoded by the mark at the start of a text: EF B7 98 .. 9F, EF B7 A0 .. AF.
std::optional<unsigned> marked_byte(std::string_view text) {
  constexpr std::string_view kFront = "\xEF\xB7";
  if (text.size() < kMarkBytes || !text.starts_with(kFront) || !text.substr(3).starts_with(kFront))
    return std::nullopt;
  const unsigned high = static_cast<unsigned char>(text[2]), low = static_cast<unsigned char>(text[5]);
  if (high >> 4 != 0x9 || low >> 4 != 0xA) return std::nullopt;
  return (high & 0xFU) << 4 | (low & 0xFU);
}

}  // namespace

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

std::string with_marked_bytes(std::string_view text) {
  const bool is_ascii =
      std::ranges::all_of(text, [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
  if (is_ascii) return std::string(text);
  std::string marked;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view front = text.substr(0, std::max<std::size_t>(length, 1));
    if (length > 0 && !is_mark(front))
      marked += front;
    else
      for (const char byte : front) marked += mark_of(static_cast<unsigned char>(byte));
    text.remove_prefix(front.size());
  }
  return marked;
}

std::string with_escaped_bytes(std::string_view json) {
  constexpr std::string_view kFigures = "0123456789abcdef";
  std::string escaped;
  for (std::size_t at = 0; at < json.size();) {
    if (const std::optional<unsigned> byte = marked_byte(json.substr(at))) {
      escaped += "\\udc";
      escaped += kFigures[*byte >> 4];
      escaped += kFigures[*byte & 0xFU];
      at += kMarkBytes;
    } else {
      escaped += json[at++];
    }
  }
  return escaped;
}

std::string with_written_bytes(std::string_view text) { return with_escaped_bytes(with_marked_bytes(text)); }

bool is_small_letter(char32_t character) { return u_islower(static_cast<UChar32>(character)) != 0; }

namespace {

/// The characters that XML 1.0 allows. It does not allow others even when escaped (section 2.2).
bool is_xml(char32_t character) {
  return character >= U' ' ? character != 0xFFFE && character != 0xFFFF
                           : character == U'\t' || character == U'\n' || character == U'\r';
}

}  // namespace

std::string escaped_xml(const std::string& text) {
  std::string xml;
  for (const char32_t character : code_points(text)) {
    switch (character) {
      case U'&':
        xml += "&amp;";
        break;
      case U'<':
        xml += "&lt;";
        break;
      case U'>':
        xml += "&gt;";
        break;
      case U'"':
        xml += "&quot;";
        break;
      case U'\t':
      case U'\n':
      case U'\r':
        xml += "&#" + std::to_string(static_cast<unsigned>(character)) + ";";
        break;
      default:
        xml += to_utf8(std::u32string(1, is_xml(character) ? character : 0xFFFD));
    }
  }
  return xml;
}

}  // namespace ocelli::internal
