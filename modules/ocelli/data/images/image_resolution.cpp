#include "ocelli/data/images/image_resolution.hpp"

#include <string_view>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/image_formats.hpp"
#include "ocelli/data/images/jpeg_segments.hpp"
#include "ocelli/data/images/tiff_fields.hpp"

namespace ocelli::internal {
namespace {

using Stated = std::optional<Resolution>;

constexpr double kCentimetersPerInch = 2.54, kMetersPerInch = 0.0254;

Stated plausible(double x, double y) {
  constexpr double kMin = 10, kMax = 20'000;
  const auto is_possible = [](double value) { return value >= kMin && value <= kMax; };
  return is_possible(x) && is_possible(y) ? Stated({x, y}) : std::nullopt;
}

/// Whether the displayed image has its sides swapped.
bool lies_on_its_side(const TiffFields& fields) {
  constexpr int kFirst = 5;
  return fields.orientation() >= kFirst;
}

Stated turned_if(bool on_side, const Stated& stated) {
  return on_side && stated ? Stated({stated->y, stated->x}) : stated;
}

/// For the image as stored.
Stated resolution_of(const TiffFields& fields) {
  constexpr std::int64_t kXResolution = 282, kYResolution = 283, kUnit = 296, kNoUnit = 1, kCentimeter = 3;
  const std::int64_t unit = fields.number(kUnit);  // inches by default
  if (unit == kNoUnit) return std::nullopt;
  const double in_inches = unit == kCentimeter ? kCentimetersPerInch : 1;
  return plausible(fields.ratio(kXResolution) * in_inches, fields.ratio(kYResolution) * in_inches);
}

Stated of_tiff(const TiffFields& fields) {
  return turned_if(lies_on_its_side(fields), resolution_of(fields));
}

/// `segment`: the data after the name of a JFIF segment.
Stated of_jfif(Bytes segment) {
  const std::int64_t unit = big(segment, 2, 1);  // 0: only an aspect ratio
  if (unit != 1 && unit != 2) return std::nullopt;
  const double in_inches = unit == 2 ? kCentimetersPerInch : 1;
  return plausible(static_cast<double>(big(segment, 3, 2)) * in_inches,
                   static_cast<double>(big(segment, 5, 2)) * in_inches);
}

/// By the EXIF standard, a resolution of 72 means unknown.
Stated of_exif(const TiffFields& fields) {
  constexpr double kUnknown = 72;
  const Stated stated = resolution_of(fields);
  return stated == Resolution{kUnknown, kUnknown} ? std::nullopt : stated;
}

}  // namespace

/// Reads the chunks before the pixels.
std::optional<Resolution> png_resolution(Bytes file) {
  constexpr std::int64_t kMeter = 1;
  for (std::size_t at = 8; at + 12 <= file.size() && !has_at(file, at + 4, "IDAT");) {
    if (has_at(file, at + 4, "pHYs")) {
      if (big(file, at + 16, 1) != kMeter) return std::nullopt;
      return plausible(static_cast<double>(big(file, at + 8, 4)) * kMetersPerInch,
                       static_cast<double>(big(file, at + 12, 4)) * kMetersPerInch);
    }
    at += 12 + static_cast<std::size_t>(big(file, at, 4));
  }
  return std::nullopt;
}

/// Reads the segments before the pixels.
std::optional<Resolution> jpeg_resolution(Bytes file) {
  using namespace std::string_view_literals;
  constexpr std::int64_t kApp0 = 0xFFE0, kApp1 = 0xFFE1;
  Stated by_jfif, by_exif;
  bool on_side = false;
  JpegSegments segments(file);
  while (const std::optional<JpegSegment> segment = segments.next()) {
    if (segment->marker == kApp0 && has_at(segment->data, 0, "JFIF\0"sv))
      by_jfif = of_jfif(segment->data.subspan(5));
    if (segment->marker == kApp1 && has_at(segment->data, 0, "Exif\0\0"sv)) {
      const TiffFields exif = first_tiff_directory(segment->data.subspan(6));
      by_exif = of_exif(exif);
      on_side = lies_on_its_side(exif);
    }
  }
  return turned_if(on_side, by_exif ? by_exif : by_jfif);
}

std::optional<Resolution> bmp_resolution(Bytes file) {
  constexpr std::int64_t kInfoHeader = 40;
  if (little(file, 14, 4) < kInfoHeader) return std::nullopt;
  return plausible(static_cast<double>(little(file, 38, 4)) * kMetersPerInch,
                   static_cast<double>(little(file, 42, 4)) * kMetersPerInch);
}

std::optional<Resolution> tiff_resolution(Bytes file) { return of_tiff(first_tiff_directory(file)); }

std::optional<Resolution> read_resolution(std::span<const std::byte> file) {
  const ImageFormat* const format = format_of(file);
  return format != nullptr && format->resolution != nullptr ? format->resolution(file) : std::nullopt;
}

std::optional<Resolution> read_tiff_resolution(std::span<const std::byte> file, std::uint64_t directory) {
  return of_tiff({file, directory});
}

}  // namespace ocelli::internal
