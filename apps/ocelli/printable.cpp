#include "printable.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>

namespace ocelli::internal::app {
namespace {

unsigned char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

/// The number of bytes of the first character of the text; 0 if it is invalid.
std::size_t character_length(std::string_view text) {
  const unsigned char first = byte_at(text, 0), second = byte_at(text, 1);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool is_beyond = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  if (length == 0 || is_overlong || is_beyond) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, i) & 0xC0) != 0x80) return 0;
  }
  return length;
}

/// C0, DEL and C1, and characters that change the direction of the following text (U+202A .. U+202E, U+2066
/// .. U+2069).
bool is_control(std::string_view character) {
  const unsigned char first = byte_at(character, 0), second = byte_at(character, 1),
                      third = byte_at(character, 2);
  if (character.size() == 1) return first < ' ' || first == 0x7F;
  if (character.size() == 2) return first == 0xC2 && second < 0xA0;
  const bool turns = (second == 0x80 && third >= 0xAA && third <= 0xAE) ||
                     (second == 0x81 && third >= 0xA6 && third <= 0xA9);
  return character.size() == 3 && first == 0xE2 && turns;
}

std::string escaped(std::string_view bytes) {
  if (bytes == "\n") return "\\n";
  if (bytes == "\t") return "\\t";
  std::string result;
  for (const char byte : bytes) {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "\\x%02x",
                  static_cast<unsigned>(static_cast<unsigned char>(byte)));
    result += text.data();
  }
  return result;
}

std::string cleaned(std::string_view text, std::string_view kept) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    const bool is_fine =
        length > 0 && (!is_control(character) || kept.find(character) != std::string_view::npos);
    result += is_fine ? std::string(character) : escaped(character);
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) { return cleaned(text, ""); }

std::string printable_lines(std::string_view text) { return cleaned(text, "\n\t"); }

void print_to_stderr(std::string_view text) { std::cerr << printable(text) + "\n" << std::flush; }

}  // namespace ocelli::internal::app
