#include "ocelli/pipelines/output/invisible_font.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace ocelli {
namespace {

std::string hex(unsigned number, int digits) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%0*X", digits, number);
  return text.data();
}

/// As UTF-16, big-endian.
std::string utf16_hex(char32_t character) {
  if (character < 0x10000) return hex(character, 4);
  const char32_t rest = character - 0x10000;
  return hex(0xD800 + (rest >> 10), 4) + hex(0xDC00 + (rest & 0x3FF), 4);
}

}  // namespace

InvisibleFont::Code InvisibleFont::code_of(char32_t character) {
  const auto [entry, is_new] = places_.try_emplace(character, characters_.size());
  if (is_new) characters_.push_back(character);
  return {entry->second / kCodes, static_cast<std::uint8_t>(entry->second % kCodes)};
}

std::size_t InvisibleFont::codes(std::size_t font) const {
  return std::min(kCodes, characters_.size() - font * kCodes);
}

std::string InvisibleFont::to_unicode(std::size_t font) const {
  constexpr std::size_t kMostInBlock = 100;
  std::string program =
      "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
      "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
      "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
      "1 begincodespacerange\n<00> <FF>\nendcodespacerange\n";
  for (std::size_t begin = 0; begin < codes(font); begin += kMostInBlock) {
    const std::size_t end = std::min(codes(font), begin + kMostInBlock);
    program += std::to_string(end - begin) + " beginbfchar\n";
    for (std::size_t code = begin; code < end; ++code) {
      program += "<" + hex(static_cast<unsigned>(code), 2) + "> <" +
                 utf16_hex(characters_[font * kCodes + code]) + ">\n";
    }
    program += "endbfchar\n";
  }
  return program + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n";
}

}  // namespace ocelli
