#include "ocelli/data/images/image_header.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/jpeg_segments.hpp"
#include "ocelli/data/images/tiff_fields.hpp"

namespace ocelli::internal {
namespace {

using Header = std::optional<ImageHeader>;

Header size_of(std::int64_t width, std::int64_t height) {
  if (width <= 0 || height <= 0) return std::nullopt;
  return ImageHeader{.width = width, .height = height};
}

Header read_png(Bytes file) { return size_of(big(file, 16, 4), big(file, 20, 4)); }

/// Of the frame header, SOF0 .. SOF15.
Header read_jpeg(Bytes file) {
  JpegSegments segments(file);
  while (const std::optional<JpegSegment> segment = segments.next()) {
    const std::int64_t marker = segment->marker;
    const bool is_frame =
        marker >= 0xFFC0 && marker <= 0xFFCF && marker != 0xFFC4 && marker != 0xFFC8 && marker != 0xFFCC;
    if (is_frame) return size_of(big(segment->data, 3, 2), big(segment->data, 1, 2));
  }
  return std::nullopt;
}

Header read_bmp(Bytes file) {
  constexpr std::int64_t kCoreHeader = 12;
  if (little(file, 14, 4) == kCoreHeader) return size_of(little(file, 18, 2), little(file, 20, 2));
  const auto height = static_cast<std::int32_t>(little(file, 22, 4));  // negative: rows run from the top
  return size_of(static_cast<std::int32_t>(little(file, 18, 4)), std::abs(std::int64_t{height}));
}

Header read_tiff(Bytes file) {
  constexpr std::int64_t kWidth = 256, kHeight = 257;
  const TiffFields fields = first_tiff_directory(file);
  return size_of(fields.number(kWidth), fields.number(kHeight));
}

Header read_webp(Bytes file) {
  constexpr std::int64_t kFourteenBits = 0x3FFF;
  if (has_at(file, 12, "VP8 "))
    return size_of(little(file, 26, 2) & kFourteenBits, little(file, 28, 2) & kFourteenBits);
  if (has_at(file, 12, "VP8X")) return size_of(little(file, 24, 3) + 1, little(file, 27, 3) + 1);
  if (!has_at(file, 12, "VP8L") || file.size() < 25) return std::nullopt;
  const std::int64_t bits = little(file, 21, 4);
  return size_of((bits & kFourteenBits) + 1, (bits >> 14 & kFourteenBits) + 1);
}

/// The white space separated numbers of a PNM header, with comments from '#' to the end of the line.
class PnmNumbers {
 public:
  explicit PnmNumbers(Bytes file) : file_(file) {}

  std::size_t at() const { return at_; }

  /// The next number; 0 where there is none, or one that no image could have.
  std::int64_t next() {
    while (at_ < file_.size() && (std::isspace(letter()) || letter() == '#')) {
      if (letter() == '#') skip_comment();
      ++at_;
    }
    constexpr std::int64_t kMax = 1 << 30;
    std::int64_t value = 0;
    for (; at_ < file_.size() && std::isdigit(letter()); ++at_) {
      value = std::min(value * 10 + (letter() - '0'), kMax);
    }
    return value;
  }

 private:
  int letter() const { return std::to_integer<int>(file_[at_]); }
  void skip_comment() {
    while (at_ + 1 < file_.size() && letter() != '\n') ++at_;
  }

  Bytes file_;
  std::size_t at_ = 2;
};

Header read_pnm(Bytes file) {
  PnmNumbers numbers(file);
  const std::int64_t width = numbers.next();
  Header header = size_of(width, numbers.next());
  const std::int64_t kind =
      big(file, 1, 1);  // P4 is bilevel, P5 gray, P6 color; P1 to P3 are the same as text
  if (!header || kind < '4') return header;
  const std::int64_t white = kind == '4' ? 1 : numbers.next();
  const std::int64_t pixel_bytes = (kind == '6' ? 3 : 1) * (white > 255 ? 2 : 1);
  header->row_bytes = kind == '4' ? (width + 7) / 8 : width * pixel_bytes;
  header->pixels_at = numbers.at() + 1;  // one white space ends the header
  header->is_gray_pgm = kind == '5' && white == 255;
  return header;
}

bool is_pnm(Bytes file) {
  return file.size() > 2 && has_at(file, 0, "P") && big(file, 1, 1) >= '1' && big(file, 1, 1) <= '6' &&
         std::isspace(static_cast<int>(big(file, 2, 1)));
}

/// A kind of file that people take for an image that is read here.
std::string_view name_of_other_format(Bytes file) {
  using namespace std::string_view_literals;
  const bool is_iso = has_at(file, 4, "ftyp");  // ISO 14496-12: the brand comes next
  if (is_iso && (has_at(file, 8, "avif") || has_at(file, 8, "avis"))) return "AVIF";
  if (is_iso && (has_at(file, 8, "hei") || has_at(file, 8, "hev") || has_at(file, 8, "mif1") ||
                 has_at(file, 8, "msf1")))
    return "HEIC";
  if (is_iso && has_at(file, 8, "crx ")) return "camera raw";
  if (has_at(file, 0, "GIF87a") || has_at(file, 0, "GIF89a")) return "GIF";
  if (has_at(file, 4, "jP  ") || has_at(file, 0, "\xFF\x4F\xFF\x51")) return "JPEG 2000";
  if (has_at(file, 4, "JXL ") || has_at(file, 0, "\xFF\x0A")) return "JPEG XL";
  if (has_at(file, 0, "8BPS")) return "PSD";
  return "";
}

}  // namespace

bool is_lfs_pointer(std::span<const std::byte> file) {
  return has_at(file, 0, "version https://git-lfs.github.com/spec/");
}

std::string unreadable_image(std::span<const std::byte> file) {
  if (is_lfs_pointer(file)) return "is a Git LFS pointer, not the file itself; run: git lfs pull";
  if (has_at(file, 0, "%PDF-")) return "is a PDF file; give it a name that ends in .pdf";
  const std::string_view name = name_of_other_format(file);
  if (name.empty())
    return "is not an image in a supported format (png, jpeg, bmp, pnm, tiff, webp), or is damaged";
  return "has the format " + std::string(name) +
         ", which is not supported; convert it to PNG or JPEG first (ImageMagick: convert FILE photo.png)";
}

std::optional<ImageHeader> read_image_header(std::span<const std::byte> file) {
  if (has_at(file, 0, "\x89PNG\r\n\x1A\n")) return read_png(file);
  if (has_at(file, 0, "\xFF\xD8")) return read_jpeg(file);
  if (has_at(file, 0, "BM")) return read_bmp(file);
  if (is_tiff(file)) return read_tiff(file);
  if (has_at(file, 0, "RIFF") && has_at(file, 8, "WEBP")) return read_webp(file);
  if (is_pnm(file)) return read_pnm(file);
  return std::nullopt;
}

}  // namespace ocelli::internal
