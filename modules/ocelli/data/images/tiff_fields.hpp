#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ocelli/data/images/byte_reading.hpp"

namespace ocelli::internal {

/// The positions of the numbers in a TIFF file, for the format of 1992 and for BigTIFF, which has 64-bit
/// offsets.
struct TiffLayout {
  Endian endian = Endian::little;
  std::size_t first_at = 4;      ///< where the offset of the first directory is
  std::size_t offset_bytes = 4;  ///< of an offset
  std::size_t count_bytes = 2;   ///< of the number of fields at the start of a directory
  std::size_t field_bytes = 12;
  std::size_t value_at = 8;  ///< in a field

  /// The offset stored at a position. If it has more than 56 bits, it is beyond every file.
  std::size_t offset_at(Bytes file, std::size_t at) const {
    if (offset_bytes <= 4) return static_cast<std::size_t>(number_at(file, at, offset_bytes, endian));
    const bool is_big = endian == Endian::big;
    if (number_at(file, is_big ? at : at + 7, 1, endian) != 0) return file.size();
    return static_cast<std::size_t>(number_at(file, is_big ? at + 1 : at, 7, endian));
  }
};

/// `tiff`: a TIFF file, or the EXIF block of another file.
inline TiffLayout tiff_layout(Bytes tiff) {
  constexpr std::int64_t kBig = 43;
  const Endian endian = has_at(tiff, 0, "II") ? Endian::little : Endian::big;
  if (number_at(tiff, 2, 2, endian) != kBig) return {.endian = endian};
  return {.endian = endian,
          .first_at = 8,
          .offset_bytes = 8,
          .count_bytes = 8,
          .field_bytes = 20,
          .value_at = 12};
}

/// Whether a file begins like a TIFF or BigTIFF file.
inline bool is_tiff(Bytes file) {
  using namespace std::string_view_literals;
  return has_at(file, 0, "II*\0"sv) || has_at(file, 0, "MM\0*"sv) || has_at(file, 0, "II+\0"sv) ||
         has_at(file, 0, "MM\0+"sv);
}

/// The fields of a TIFF directory, or of EXIF data, which have the same structure.
class TiffFields {
 public:
  TiffFields(Bytes file, std::size_t directory)
      : file_(file),
        at_(directory),
        layout_(tiff_layout(file)),
        count_(number_at(file, low_bytes_at(directory, layout_), 2, layout_.endian)) {}

  /// An integer field of 16 or 32 bits; 0 if there is none.
  std::int64_t number(std::int64_t tag) const {
    constexpr std::int64_t kShort = 3;
    const std::size_t at = find(tag);
    return at == 0 ? 0
                   : number_at(file_, at + layout_.value_at, type_at(at) == kShort ? 2 : 4, layout_.endian);
  }

  bool has(std::int64_t tag) const { return find(tag) != 0; }

  /// The orientation, 1 to 8; 1 (unchanged) if there is no valid one.
  int orientation() const {
    constexpr std::int64_t kOrientation = 274, kLast = 8;
    const std::int64_t told = number(kOrientation);
    return told >= 1 && told <= kLast ? static_cast<int>(told) : 1;
  }

  /// A rational field; 0 if there is none. It has 64 bits, which BigTIFF stores in the field itself.
  double ratio(std::int64_t tag) const {
    constexpr std::int64_t kRational = 5;
    const std::size_t at = find(tag);
    if (at == 0 || type_at(at) != kRational) return 0;
    const std::size_t in_field = at + layout_.value_at;
    const std::size_t value = layout_.offset_bytes == 8 ? in_field : layout_.offset_at(file_, in_field);
    const auto below = static_cast<double>(number_at(file_, value + 4, 4, layout_.endian));
    return below > 0 ? static_cast<double>(number_at(file_, value, 4, layout_.endian)) / below : 0;
  }

 private:
  /// The position of the low bytes of the number of fields. Tags have 16 bits, so the number has no more,
  /// however wide it is stored.
  static std::size_t low_bytes_at(std::size_t directory, const TiffLayout& layout) {
    return layout.endian == Endian::big ? directory + layout.count_bytes - 2 : directory;
  }

  /// The offset of the field; 0 if there is none.
  std::size_t find(std::int64_t tag) const {
    for (std::int64_t i = 0; i < count_; ++i) {
      const std::size_t at = at_ + layout_.count_bytes + layout_.field_bytes * static_cast<std::size_t>(i);
      if (at + layout_.field_bytes > file_.size()) return 0;
      if (number_at(file_, at, 2, layout_.endian) == tag) return at;
    }
    return 0;
  }

  std::int64_t type_at(std::size_t at) const { return number_at(file_, at + 2, 2, layout_.endian); }

  Bytes file_;
  std::size_t at_;
  TiffLayout layout_;
  std::int64_t count_;
};

/// `tiff`: a TIFF file, or the EXIF block of another file.
inline TiffFields first_tiff_directory(Bytes tiff) {
  const TiffLayout layout = tiff_layout(tiff);
  return {tiff, layout.offset_at(tiff, layout.first_at)};
}

}  // namespace ocelli::internal
