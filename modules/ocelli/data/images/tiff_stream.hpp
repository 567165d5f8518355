#pragma once

#include <tiffio.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli::internal {

/// A file held in memory as libtiff reads it, and what libtiff said of it.
struct TiffStream {
  Bytes file;
  std::uint64_t at = 0;
  std::string fault;                   ///< the first error
  bool names_further_samples = false;  ///< its directory does; libtiff adds the field where it is missing
  std::string warning;                 ///< the first warning that is about pixels
};

struct CloseTiff {
  void operator()(::TIFF* file) const { ::TIFFClose(file); }
};
using TiffFile = std::unique_ptr<::TIFF, CloseTiff>;

/// The file as libtiff reads it from the stream, which must outlive it; null if it is not one.
TiffFile open_tiff(TiffStream& stream, const InputLimits& limits);

/// Why it cannot be decoded.
std::string reason(const TiffStream& stream);

/// Whether bytes are not there, which is more than a fault in the pixels.
bool lacks_bytes(std::string_view fault);

}  // namespace ocelli::internal
