#include "ocelli/data/formats/text_encoding.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/byte_reading.hpp"

namespace ocelli::internal {
namespace {

using namespace std::string_view_literals;

bool is_ascii(char letter) { return letter > 0 && static_cast<unsigned char>(letter) < 128; }

/// The byte order if the text is UTF-16.
std::optional<Endian> utf16_order(std::string_view text) {
  if (text.starts_with("\xFF\xFE"sv)) return Endian::little;
  if (text.starts_with("\xFE\xFF"sv)) return Endian::big;
  if (text.size() < 4) return std::nullopt;
  if (is_ascii(text[0]) && text[1] == 0 && is_ascii(text[2]) && text[3] == 0) return Endian::little;
  if (text[0] == 0 && is_ascii(text[1]) && text[2] == 0 && is_ascii(text[3])) return Endian::big;
  return std::nullopt;
}

void append_utf8(std::string& text, std::uint32_t letter) {
  const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
  const auto tail = [&](int shift) { add(0x80 | (letter >> shift & 0x3F)); };
  if (letter < 0x80) return add(letter);
  if (letter < 0x800) return add(0xC0 | letter >> 6), tail(0);
  if (letter < 0x10000) return add(0xE0 | letter >> 12), tail(6), tail(0);
  add(0xF0 | letter >> 18), tail(12), tail(6), tail(0);
}

std::string decode_utf16(std::string_view text, Endian order, std::string_view source) {
  const Bytes bytes = std::as_bytes(std::span(text));
  const auto unit = [&](std::size_t i) {
    return static_cast<std::uint32_t>(number_at(bytes, 2 * i, 2, order));
  };
  const auto require_whole = [&](bool holds) {
    require(holds, Kind::input, "is damaged UTF-16 text; save it as UTF-8", source);
  };
  require_whole(text.size() % 2 == 0);
  std::string decoded;
  decoded.reserve(text.size() / 2);
  const std::size_t units = text.size() / 2;
  for (std::size_t i = 0; i < units; ++i) {
    std::uint32_t letter = unit(i);
    if (i == 0 && letter == 0xFEFF) continue;
    require_whole(letter < 0xDC00 || letter > 0xDFFF);
    if (letter >= 0xD800 && letter <= 0xDBFF) {
      const std::uint32_t low = unit(++i);
      require_whole(low >= 0xDC00 && low <= 0xDFFF);  // beyond the end it is 0
      letter = 0x10000 + ((letter - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(decoded, letter);
  }
  return decoded;
}

}  // namespace

std::string to_utf8(std::string text, std::string_view source) {
  const bool is_utf32 = text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv);
  require(!is_utf32, Kind::input, "is UTF-32 text; save it as UTF-8", source);
  const std::optional<Endian> order = utf16_order(text);
  return order ? decode_utf16(text, *order, source) : std::move(text);
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xC2 ? 0
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    if (length == 0 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return false;
    }
    // No overlong forms, no surrogates, nothing beyond U+10FFFF.
    const unsigned char second = length > 1 ? static_cast<unsigned char>(text[i + 1]) : 0;
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
        (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F))
      return false;
    i += length;
  }
  return true;
}

std::string read_utf8(const std::filesystem::path& file, std::uint64_t limit) {
  std::string text = to_utf8(read_text(file, limit), file.string());
  require(is_utf8(text) && text.find('\0') == std::string::npos, Kind::input,
          "is not UTF-8 text; save it as UTF-8", file.string());
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

std::string from_windows_1252(std::string_view text) {
  constexpr std::array<std::uint16_t, 32> kFrom80 = {
      0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};
  std::string decoded;
  decoded.reserve(text.size());
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    append_utf8(decoded, byte >= 0x80 && byte < 0xA0 ? kFrom80[byte - 0x80U] : byte);
  }
  return decoded;
}

void require_utf8(std::string_view text, std::string_view source) {
  constexpr std::size_t kInspected = 1000;
  const bool is_marked = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
  require(!is_marked && text.substr(0, kInspected).find('\0') == std::string_view::npos, Kind::input,
          "is UTF-16, or not text; save the table as CSV in UTF-8", source);
}

}  // namespace ocelli::internal
