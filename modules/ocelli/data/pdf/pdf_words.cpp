#include "ocelli/data/pdf/pdf_words.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// The fixed part of a glyph. Its text follows.
struct PackedGlyph {
  std::array<std::int32_t, 4> box{};
  std::uint32_t text_bytes = 0;
};

/// The fixed part of a word. Its glyphs follow.
struct PackedWord {
  std::uint32_t glyphs = 0;
  std::int32_t quarters = 0;
  double font_size = 0;
  std::uint64_t space_after = 1;
};

template <class Value>
requires std::is_trivially_copyable_v<Value>
void append(std::vector<std::byte>& bytes, const Value& value) {
  const auto part = std::as_bytes(std::span(&value, 1));
  bytes.insert(bytes.end(), part.begin(), part.end());
}

/// Takes values from the front of bytes.
class Unpacking {
 public:
  explicit Unpacking(std::span<const std::byte> bytes) : bytes_(bytes) {}

  bool is_over() const { return bytes_.empty(); }

  std::span<const std::byte> take(std::size_t count) {
    require(count <= bytes_.size(), Kind::input, "its text cannot be read");
    const auto front = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return front;
  }

  template <class Value>
  Value take_value() {
    Value value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }

 private:
  std::span<const std::byte> bytes_;
};

PdfGlyph unpacked_glyph(Unpacking& from) {
  const auto fixed = from.take_value<PackedGlyph>();
  const auto text = from.take(fixed.text_bytes);
  const auto [x, y, width, height] = fixed.box;
  require(width > 0 && height > 0, Kind::input, "its text cannot be read");
  return {std::string(reinterpret_cast<const char*>(text.data()), text.size()), {x, y, width, height}};
}

PdfWord unpacked_word(Unpacking& from) {
  const auto fixed = from.take_value<PackedWord>();
  require(fixed.glyphs > 0 && fixed.quarters >= 0 && fixed.quarters < 4, Kind::input,
          "its text cannot be read");
  PdfWord word{{}, fixed.quarters, fixed.font_size, fixed.space_after != 0};
  for (std::uint32_t i = 0; i < fixed.glyphs; ++i) word.glyphs.push_back(unpacked_glyph(from));
  return word;
}

}  // namespace

std::vector<std::byte> packed(std::span<const PdfWord> words) {
  std::vector<std::byte> bytes;
  for (const PdfWord& word : words) {
    append(bytes, PackedWord{static_cast<std::uint32_t>(word.glyphs.size()), word.quarters, word.font_size,
                             word.space_after});
    for (const auto& [text, box] : word.glyphs) {
      append(bytes,
             PackedGlyph{{box.x, box.y, box.width, box.height}, static_cast<std::uint32_t>(text.size())});
      const auto letters = std::as_bytes(std::span(text));
      bytes.insert(bytes.end(), letters.begin(), letters.end());
    }
  }
  return bytes;
}

std::vector<PdfWord> unpacked_words(std::span<const std::byte> bytes) {
  Unpacking from(bytes);
  std::vector<PdfWord> words;
  while (!from.is_over()) words.push_back(unpacked_word(from));
  return words;
}

}  // namespace ocelli::internal
