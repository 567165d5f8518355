#include "ocelli/pipelines/output/invisible_font.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "ocelli/pipelines/output/big_endian.hpp"

namespace ocelli::internal {
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

constexpr int kUnits = 1000;  ///< per font size
constexpr int kAscent = 750, kDescent = -250;

std::uint32_t checksum(const std::string& table) {
  std::uint32_t sum = 0;
  const std::string whole = in_fours(table);
  for (std::size_t i = 0; i < whole.size(); i += 4) {
    std::uint32_t word = 0;
    for (std::size_t byte = 0; byte < 4; ++byte)
      word = word << 8 | static_cast<unsigned char>(whole[i + byte]);
    sum += word;
  }
  return sum;
}

std::string head_table(std::uint32_t adjustment) {
  BigEndian table;
  table.u32(0x00010000).u32(0x00010000).u32(adjustment).u32(0x5F0F3CF5);
  table.u16(0x000B).u16(kUnits).zeros(16);  // no dates
  table.i16(0).i16(kDescent).i16(kUnits / 2).i16(kAscent);
  return table.u16(0).u16(8).i16(2).i16(0).i16(0).data();  // offsets of two bytes
}

std::string hhea_table() {
  const int advance = static_cast<int>(kUnits * InvisibleFont::kAdvance);
  BigEndian table;
  table.u32(0x00010000).i16(kAscent).i16(kDescent).i16(0).u16(static_cast<std::uint32_t>(advance));
  return table.i16(0).i16(0).i16(0).i16(1).zeros(14).u16(1).data();
}

std::string maxp_table(std::size_t glyphs) {
  BigEndian table;
  table.u32(0x00010000).u16(static_cast<std::uint32_t>(glyphs)).zeros(8).u16(1);  // zones
  return table.zeros(16).data();
}

std::string hmtx_table(std::size_t glyphs) {
  BigEndian table;
  table.u16(static_cast<std::uint32_t>(kUnits * InvisibleFont::kAdvance)).i16(0);
  return table.zeros(2 * (glyphs - 1)).data();
}

struct FontTable {
  std::string tag, data;
};

/// The font file with these tables, which are in the order of their tags.
std::string font_file(const std::vector<FontTable>& tables) {
  const auto count = static_cast<std::uint32_t>(tables.size());
  std::uint32_t entry = 0;
  while ((2U << entry) <= count) ++entry;
  BigEndian file;
  file.u32(0x00010000).u16(count).u16(16U << entry).u16(entry).u16(16 * count - (16U << entry));
  std::size_t offset = 12 + 16 * tables.size();
  for (const auto& [tag, data] : tables) {
    file.text(tag)
        .u32(checksum(data))
        .u32(static_cast<std::uint32_t>(offset))
        .u32(static_cast<std::uint32_t>(data.size()));
    offset += in_fours(data).size();
  }
  for (const FontTable& table : tables) file.text(in_fours(table.data));
  return file.data();
}

}  // namespace

InvisibleFont::Code InvisibleFont::code_of(char32_t character) {
  const auto [entry, is_new] = places_.try_emplace(character, characters_.size());
  if (is_new) characters_.push_back(character);
  return {entry->second / kCodes, static_cast<std::uint16_t>(1 + entry->second % kCodes)};
}

std::size_t InvisibleFont::codes(std::size_t font) const {
  return std::min(kCodes, characters_.size() - font * kCodes);
}

std::string InvisibleFont::to_unicode(std::size_t font) const {
  constexpr std::size_t kMaxInBlock = 100;
  std::string program =
      "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
      "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
      "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
      "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n";
  for (std::size_t begin = 0; begin < codes(font); begin += kMaxInBlock) {
    const std::size_t end = std::min(codes(font), begin + kMaxInBlock);
    program += std::to_string(end - begin) + " beginbfchar\n";
    for (std::size_t i = begin; i < end; ++i) {
      program += "<" + hex(static_cast<unsigned>(i + 1), 4) + "> <" +
                 utf16_hex(characters_[font * kCodes + i]) + ">\n";
    }
    program += "endbfchar\n";
  }
  return program + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n";
}

std::string InvisibleFont::program(std::size_t font) const {
  constexpr std::uint32_t kWhole = 0xB1B0AFBA;  // the required checksum of the whole file
  const std::size_t glyphs = codes(font) + 1;
  std::vector<FontTable> tables = {{"glyf", std::string(4, '\0')},
                                   {"head", head_table(0)},
                                   {"hhea", hhea_table()},
                                   {"hmtx", hmtx_table(glyphs)},
                                   {"loca", std::string(2 * (glyphs + 1), '\0')},
                                   {"maxp", maxp_table(glyphs)}};
  const std::uint32_t sum = checksum(font_file(tables));
  std::string file = font_file(tables);
  const std::string adjusted = head_table(kWhole - sum);
  return file.replace(file.find(tables[1].data), adjusted.size(), adjusted);
}

}  // namespace ocelli::internal
