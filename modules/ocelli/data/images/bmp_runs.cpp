#include "ocelli/data/images/bmp_pixels.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kFileHeader = 14, kBitsAt = 28, kCodingAt = 30, kColorsAt = 46;
constexpr std::int64_t kPlain = 0, kRuns8 = 1, kRuns4 = 2;

void put(std::vector<std::byte>& file, std::size_t at, std::size_t value, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) file[at + i] = static_cast<std::byte>(value >> 8 * i & 0xFF);
}

/// Decodes runs to rows of one byte per pixel, in file order, whichever end of the picture comes first.
class RunReader {
 public:
  RunReader(Bytes runs, bool two_a_byte, std::size_t width, std::size_t height)
      : runs_(runs), two_a_byte_(two_a_byte), width_(width), height_(height), pixels_(width * height) {}

  std::vector<std::byte> read() {
    while (!ended_ && at_ + 2 <= runs_.size()) {
      const std::size_t count = take(), value = take();
      if (count > 0) {
        for (std::size_t i = 0; i < count; ++i) set(half(value, i));
      } else {
        escape(value);
      }
    }
    is_whole_ &= ended_ || y_ >= height_;
    return std::move(pixels_);
  }

  /// False if a run left the picture or the last one was missing.
  bool is_whole() const { return is_whole_; }

 private:
  std::size_t take() { return at_ < runs_.size() ? std::to_integer<std::size_t>(runs_[at_++]) : 0; }

  std::size_t half(std::size_t value, std::size_t i) const {
    if (!two_a_byte_) return value;
    return i % 2 == 0 ? value >> 4 : value & 0xF;
  }

  void set(std::size_t color) {
    const bool is_inside = x_ < width_ && y_ < height_;
    if (is_inside) pixels_[y_ * width_ + x_] = static_cast<std::byte>(color);
    is_whole_ &= is_inside;
    ++x_;
  }

  void escape(std::size_t code) {
    enum Code : std::size_t { kEndOfRow = 0, kEndOfPicture = 1, kMove = 2 };
    if (code == kEndOfRow) {
      x_ = 0;
      ++y_;
    } else if (code == kEndOfPicture) {
      ended_ = true;
    } else if (code == kMove) {
      x_ += take();
      y_ += take();
    } else {
      take_plain(code);
    }
  }

  /// Pixels stored individually, in an even number of bytes.
  void take_plain(std::size_t count) {
    const std::size_t bytes = two_a_byte_ ? (count + 1) / 2 : count;
    std::size_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!two_a_byte_ || i % 2 == 0) value = take();
      set(half(value, i));
    }
    if (bytes % 2 == 1) take();
  }

  Bytes runs_;
  bool two_a_byte_;
  std::size_t width_, height_;
  std::vector<std::byte> pixels_;
  std::size_t at_ = 0, x_ = 0, y_ = 0;
  bool ended_ = false, is_whole_ = true;
};

}  // namespace

bool has_bmp_runs(Bytes file) {
  constexpr std::int64_t kInfoHeader = 40;
  if (!has_at(file, 0, "BM") || little(file, kFileHeader, 4) < kInfoHeader) return false;
  const std::int64_t coding = little(file, kCodingAt, 4), bits = little(file, kBitsAt, 2);
  return (coding == kRuns8 && bits == 8) || (coding == kRuns4 && bits == 4);
}

std::vector<std::byte> without_bmp_runs(Bytes file, const std::string& name, std::string& warning) {
  const std::optional<ImageHeader> header = read_image_header(file);
  const auto pixels_at = static_cast<std::size_t>(little(file, 10, 4));
  const auto front = kFileHeader + static_cast<std::size_t>(little(file, kFileHeader, 4));
  require(header && pixels_at >= front && pixels_at <= file.size(), Kind::input,
          "cannot be decoded: it is damaged", name);
  const auto width = static_cast<std::size_t>(header->width),
             height = static_cast<std::size_t>(header->height);
  const bool two_a_byte = little(file, kCodingAt, 4) == kRuns4;
  RunReader reader(file.subspan(pixels_at), two_a_byte, width, height);
  const std::vector<std::byte> pixels = reader.read();
  if (!reader.is_whole()) warning = "its pixel runs leave the image or end early";

  // Without a stated size, the palette of 4-bit files has 16 colors. For 8-bit files, the output format, it
  // has 256.
  constexpr std::size_t kMaxColors = 256, kBytesOfColor = 4;
  const std::size_t row = (width + 3) / 4 * 4, plain_at = front + kMaxColors * kBytesOfColor;
  std::vector<std::byte> plain(plain_at + row * height);
  const std::size_t told = pixels_at - front;
  std::ranges::copy(file.first(front + std::min(told, plain_at - front)), plain.begin());
  put(plain, 2, plain.size(), 4);
  put(plain, 10, plain_at, 4);
  put(plain, kBitsAt, 8, 2);
  put(plain, kCodingAt, kPlain, 4);
  put(plain, kColorsAt, kMaxColors, 4);
  for (std::size_t y = 0; y < height; ++y)
    std::copy_n(pixels.begin() + static_cast<std::ptrdiff_t>(y * width), width,
                plain.begin() + static_cast<std::ptrdiff_t>(plain_at + y * row));
  return plain;
}

}  // namespace ocelli::internal
