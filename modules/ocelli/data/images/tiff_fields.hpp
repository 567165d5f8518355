#pragma once

#include <cstddef>
#include <cstdint>

#include "ocelli/data/images/byte_reading.hpp"

namespace ocelli {

/// The fields of a TIFF directory, or of EXIF data, which have the same structure.
class TiffFields {
 public:
  TiffFields(Bytes file, std::size_t directory, Endian endian)
      : file_(file), at_(directory), endian_(endian), count_(number_at(file, directory, 2, endian)) {}

  /// An integer field of 16 or 32 bits; 0 if there is none.
  std::int64_t number(std::int64_t tag) const {
    constexpr std::int64_t kShort = 3;
    const std::size_t at = find(tag);
    return at == 0 ? 0 : number_at(file_, at + 8, type_at(at) == kShort ? 2 : 4, endian_);
  }

  /// The orientation, 1 to 8; 1 (unchanged) if there is no valid one.
  int orientation() const {
    constexpr std::int64_t kOrientation = 274, kLast = 8;
    const std::int64_t told = number(kOrientation);
    return told >= 1 && told <= kLast ? static_cast<int>(told) : 1;
  }

  /// A rational field; 0 if there is none.
  double ratio(std::int64_t tag) const {
    constexpr std::int64_t kRational = 5;
    const std::size_t at = find(tag);
    if (at == 0 || type_at(at) != kRational) return 0;
    const auto value = static_cast<std::size_t>(number_at(file_, at + 8, 4, endian_));
    const auto below = static_cast<double>(number_at(file_, value + 4, 4, endian_));
    return below > 0 ? static_cast<double>(number_at(file_, value, 4, endian_)) / below : 0;
  }

 private:
  /// The offset of the field; 0 if there is none.
  std::size_t find(std::int64_t tag) const {
    for (std::int64_t i = 0; i < count_; ++i) {
      const std::size_t at = at_ + 2 + 12 * static_cast<std::size_t>(i);
      if (at + 12 > file_.size()) return 0;
      if (number_at(file_, at, 2, endian_) == tag) return at;
    }
    return 0;
  }

  std::int64_t type_at(std::size_t at) const { return number_at(file_, at + 2, 2, endian_); }

  Bytes file_;
  std::size_t at_;
  Endian endian_;
  std::int64_t count_;
};

inline Endian tiff_endian(Bytes tiff) { return has_at(tiff, 0, "II") ? Endian::little : Endian::big; }

/// `tiff`: a TIFF file, or the EXIF block of another file.
inline TiffFields first_tiff_directory(Bytes tiff) {
  const Endian endian = tiff_endian(tiff);
  return {tiff, static_cast<std::size_t>(number_at(tiff, 4, 4, endian)), endian};
}

}  // namespace ocelli
