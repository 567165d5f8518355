#include "ocelli/data/images/image_extent.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/image_header.hpp"
#include "ocelli/data/images/image_orientation.hpp"
#include "ocelli/data/images/jpeg_segments.hpp"

namespace ocelli::internal {
namespace {

using namespace std::string_view_literals;

/// Of the segments of a JPEG up to its frame, the one that holds Exif.
int jpeg_orientation(Bytes file) {
  constexpr std::int64_t kApp1 = 0xFFE1, kFirstApp = 0xFFE0, kLastApp = 0xFFEF, kComment = 0xFFFE;
  JpegSegments segments(file);
  while (const std::optional<JpegSegment> segment = segments.next()) {
    const bool may_come_before =
        (segment->marker >= kFirstApp && segment->marker <= kLastApp) || segment->marker == kComment;
    if (!may_come_before) return 1;
    if (segment->marker == kApp1 && has_at(segment->data, 0, "Exif\0\0"sv))
      return exif_orientation(segment->data.subspan(6));
  }
  return 1;
}

/// Of the chunks of a PNG up to its pixels, the one that holds Exif.
int png_orientation(Bytes file) {
  for (std::size_t at = 8; at + 12 <= file.size() && !has_at(file, at + 4, "IDAT");) {
    if (has_at(file, at + 4, "eXIf")) return exif_orientation(file.subspan(at + 8));
    at += 12 + static_cast<std::size_t>(big(file, at, 4));
  }
  return 1;
}

int orientation_of(Bytes file) {
  if (has_at(file, 0, "\xFF\xD8")) return jpeg_orientation(file);
  if (has_at(file, 0, "\x89PNG")) return png_orientation(file);
  if (has_at(file, 0, "RIFF")) return webp_orientation(file);
  return exif_orientation(file);  // of a TIFF, which Exif is written as; 1 for others
}

bool is_turned(Bytes file) {
  const int orientation = orientation_of(file);
  return orientation >= 5 && orientation <= 8;
}

}  // namespace

std::optional<ImageExtent> read_image_extent(std::span<const std::byte> file) {
  const std::optional<ImageHeader> header = read_image_header(file);
  if (!header) return std::nullopt;
  constexpr std::int64_t kMax = std::numeric_limits<int>::max();
  ImageExtent extent{static_cast<int>(std::min(header->width, kMax)),
                     static_cast<int>(std::min(header->height, kMax))};
  if (is_turned(file)) std::swap(extent.width, extent.height);
  return extent;
}

}  // namespace ocelli::internal
