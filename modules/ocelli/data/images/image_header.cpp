#include "ocelli/data/images/image_header.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/image_formats.hpp"

namespace ocelli::internal {
namespace {

/// The name of an unsupported format that people may pass as an image.
std::string_view name_of_other_format(Bytes file) {
  using namespace std::string_view_literals;
  const bool is_iso = has_at(file, 4, "ftyp");  // ISO 14496-12: the brand comes next
  if (is_iso && (has_at(file, 8, "avif") || has_at(file, 8, "avis"))) return "AVIF";
  if (is_iso && (has_at(file, 8, "hei") || has_at(file, 8, "hev") || has_at(file, 8, "mif1") ||
                 has_at(file, 8, "msf1")))
    return "HEIC";
  if (is_iso && has_at(file, 8, "crx ")) return "camera raw";
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
  if (has_at(file, 0, "%PDF-"))
    return "is a PDF file, not an image; its pages are read as inputs with a name that ends in .pdf (in "
           "Python: "
           "detect_files(), classify_files(), read_files())";
  const std::string_view name = name_of_other_format(file);
  if (name.empty())
    return "is not an image in a supported format (" + image_format_names() + "), or is damaged";
  return "has the format " + std::string(name) +
         ", which is not supported; convert it to PNG or JPEG first (ImageMagick: convert FILE photo.png)";
}

std::optional<ImageHeader> header_of_size(std::int64_t width, std::int64_t height) {
  if (width <= 0 || height <= 0) return std::nullopt;
  return ImageHeader{.width = width, .height = height};
}

std::optional<ImageHeader> read_image_header(std::span<const std::byte> file) {
  const ImageFormat* const format = format_of(file);
  return format != nullptr ? format->header(file) : std::nullopt;
}

bool ends_early(std::span<const std::byte> file) {
  const ImageFormat* const format = format_of(file);
  if (format == nullptr || format->ends_early == nullptr) return false;
  const std::optional<ImageHeader> header = format->header(file);
  return header && format->ends_early(file, *header);
}

std::optional<ImageExtent> read_image_extent(std::span<const std::byte> file) {
  const ImageFormat* const format = format_of(file);
  const std::optional<ImageHeader> header = format != nullptr ? format->header(file) : std::nullopt;
  if (!header) return std::nullopt;
  constexpr std::int64_t kMax = std::numeric_limits<int>::max();
  ImageExtent extent{static_cast<int>(std::min(header->width, kMax)),
                     static_cast<int>(std::min(header->height, kMax))};
  const int orientation = format->orientation != nullptr ? format->orientation(file) : 1;
  if (orientation >= 5 && orientation <= 8) std::swap(extent.width, extent.height);
  return extent;
}

}  // namespace ocelli::internal
