#include "ocelli/data/images/stored_image.hpp"

#include <cstdint>
#include <string_view>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/decoded_image.hpp"

namespace ocelli::internal {
namespace {

using namespace std::string_view_literals;

std::string text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

bool is_drawn_size(std::int64_t width, std::int64_t height) {
  constexpr std::int64_t kMax = 1 << 24;
  return width > 0 && height > 0 && width <= kMax && height <= kMax;
}

/// Whether the first component is called "R". Decoders then assume red, green and blue.
bool names_red(Bytes file, std::size_t frame) { return big(file, frame + 10, 1) == 'R'; }

/// Reads a frame header; `frame` is the offset of its marker.
bool read_frame(Bytes file, std::size_t frame, StoredImage& image) {
  const std::int64_t bits = big(file, frame + 4, 1), height = big(file, frame + 5, 2),
                     width = big(file, frame + 7, 2), channels = big(file, frame + 9, 1);
  if (bits != 8 || (channels != 1 && channels != 3) || !is_drawn_size(width, height)) return false;
  image.width = static_cast<int>(width);
  image.height = static_cast<int>(height);
  image.channels = static_cast<int>(channels);
  return true;
}

std::optional<StoredImage> stored_jpeg(Bytes file) {
  constexpr int kBaseline = 0xC0, kProgressive = 0xC2, kScan = 0xDA, kApp1 = 0xE1, kApp14 = 0xEE;
  StoredImage image{.coding = StoredImage::Coding::jpeg};
  bool has_frame = false, has_transform = false, is_named_red = false;
  for (std::size_t at = 2; at + 4 <= file.size();) {
    if (big(file, at, 1) != 0xFF) return std::nullopt;
    const auto marker = static_cast<int>(big(file, at + 1, 1));
    if (marker == 0xFF) {  // fill byte
      ++at;
      continue;
    }
    if (marker == kScan) break;
    const auto length = static_cast<std::size_t>(big(file, at + 2, 2));
    if (length < 2 || length > file.size() - at - 2) return std::nullopt;
    if (marker >= kBaseline && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC) {
      if (marker > kProgressive || has_frame || length < 11 || !read_frame(file, at, image))
        return std::nullopt;
      has_frame = true;
      is_named_red = names_red(file, at);
    }
    if (marker == kApp1 && has_at(file, at + 4, "Exif\0\0"sv))
      image.orientation = exif_orientation(file.subspan(at + 10, length - 8));
    has_transform = has_transform || (marker == kApp14 && has_at(file, at + 4, "Adobe"));
    at += 2 + length;
  }
  if (!has_frame || (is_named_red && !has_transform)) return std::nullopt;
  image.data = text_of(file);
  return image;
}

int channels_of_png(std::int64_t colors) {
  constexpr int kGray = 0, kRgb = 2, kPalette = 3;
  if (colors == kGray || colors == kPalette) return 1;
  return colors == kRgb ? 3 : 0;
}

std::optional<StoredImage> stored_png(Bytes file) {
  constexpr std::size_t kSignature = 8, kAround = 12;  // bytes of a chunk besides its content
  const std::int64_t width = big(file, 16, 4), height = big(file, 20, 4), bits = big(file, 24, 1),
                     colors = big(file, 25, 1), interlaced = big(file, 28, 1);
  if (!has_at(file, 12, "IHDR") || !is_drawn_size(width, height) || interlaced != 0) return std::nullopt;
  StoredImage image{.coding = StoredImage::Coding::png,
                    .width = static_cast<int>(width),
                    .height = static_cast<int>(height),
                    .channels = channels_of_png(colors),
                    .bits = static_cast<int>(bits)};
  if (image.channels == 0) return std::nullopt;
  for (std::size_t at = kSignature; at + kAround <= file.size();) {
    const auto length = static_cast<std::size_t>(big(file, at, 4));
    if (length > file.size() - at - kAround) return std::nullopt;
    const Bytes content = file.subspan(at + 8, length);
    if (has_at(file, at + 4, "tRNS")) return std::nullopt;
    if (has_at(file, at + 4, "PLTE")) image.palette = text_of(content);
    if (has_at(file, at + 4, "IDAT")) image.data += text_of(content);
    if (has_at(file, at + 4, "eXIf")) image.orientation = exif_orientation(content);
    if (has_at(file, at + 4, "IEND")) {
      const bool needs_palette = colors == 3;
      if (!needs_palette) image.palette.clear();
      const bool is_whole = !image.data.empty() &&
                            (!needs_palette || (!image.palette.empty() && image.palette.size() % 3 == 0 &&
                                                image.palette.size() <= std::size_t{3} << image.bits));
      return is_whole ? std::optional(image) : std::nullopt;
    }
    at += kAround + length;
  }
  return std::nullopt;
}

}  // namespace

std::optional<StoredImage> read_stored_image(Bytes file) {
  if (has_at(file, 0, "\xFF\xD8\xFF"sv)) return stored_jpeg(file);
  if (has_at(file, 0, "\x89PNG\r\n\x1A\n"sv)) return stored_png(file);
  return std::nullopt;
}

}  // namespace ocelli::internal
