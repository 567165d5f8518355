#pragma once

#include <tiffio.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli::internal {

/// A file in memory as libtiff reads it, and what libtiff reported.
struct TiffStream {
  Bytes file;
  std::uint64_t at = 0;
  std::string fault;                   ///< the first error
  bool names_further_samples = false;  ///< its directory does; libtiff adds the field if it is missing
  std::string warning;                 ///< the first warning that is about pixels
};

struct CloseTiff {
  void operator()(::TIFF* file) const { ::TIFFClose(file); }
};
using TiffFile = std::unique_ptr<::TIFF, CloseTiff>;

/// Opens the stream with libtiff. The stream must outlive the result. Null if it is not a TIFF file.
TiffFile open_tiff(TiffStream& stream, const InputLimits& limits);

/// Why it cannot be decoded.
std::string reason(const TiffStream& stream);

/// Whether bytes are missing, which is worse than a fault in the pixels.
bool lacks_bytes(std::string_view fault);

}  // namespace ocelli::internal
