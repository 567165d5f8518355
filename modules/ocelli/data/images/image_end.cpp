#include "ocelli/data/images/image_end.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/image_header.hpp"
#include "ocelli/data/images/jpeg_segments.hpp"

namespace ocelli::internal {
namespace {

/// Walks the chunks to the one that ends the image.
bool png_ends_early(Bytes file) {
  for (std::size_t at = 8; at + 12 <= file.size();) {
    const bool is_last = has_at(file, at + 4, "IEND");
    at += 12 + static_cast<std::size_t>(big(file, at, 4));
    if (is_last) return at > file.size();
  }
  return true;
}

/// Looks for the end-of-image marker from the back: what follows it is the maker's business. A thumbnail has
/// one of its own, inside a segment before the image's data.
bool jpeg_ends_early(Bytes file) {
  JpegSegments segments(file);
  std::optional<JpegSegment> segment = segments.next();
  while (segment && segment->marker != JpegSegments::kStartOfScan) segment = segments.next();
  if (!segment) return true;
  constexpr std::array kEndOfImage = {std::byte{0xFF}, std::byte{0xD9}};
  return std::search(file.begin() + static_cast<std::ptrdiff_t>(segment->at), file.end(), kEndOfImage.begin(),
                     kEndOfImage.end()) == file.end();
}

bool bmp_ends_early(Bytes file, const ImageHeader& header) {
  constexpr std::int64_t kCoreHeader = 12;
  const bool is_core = little(file, 14, 4) == kCoreHeader;
  const std::int64_t bits = is_core ? little(file, 24, 2) : little(file, 28, 2);
  const bool is_run_length = !is_core && (little(file, 30, 4) == 1 || little(file, 30, 4) == 2);
  if (is_run_length) return false;
  const std::int64_t row = (header.width * bits + 31) / 32 * 4;
  return little(file, 10, 4) + row * header.height > static_cast<std::int64_t>(file.size());
}

bool pnm_ends_early(Bytes file, const ImageHeader& header) {
  if (header.row_bytes == 0) return false;
  return static_cast<std::int64_t>(header.pixels_at) + header.row_bytes * header.height >
         static_cast<std::int64_t>(file.size());
}

}  // namespace

bool ends_early(std::span<const std::byte> file) {
  const std::optional<ImageHeader> header = read_image_header(file);
  if (!header) return false;
  if (has_at(file, 0, "\x89PNG")) return png_ends_early(file);
  if (has_at(file, 0, "\xFF\xD8")) return jpeg_ends_early(file);
  if (has_at(file, 0, "BM")) return bmp_ends_early(file, *header);
  return has_at(file, 0, "P") && pnm_ends_early(file, *header);
}

}  // namespace ocelli::internal
