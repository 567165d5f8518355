#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/data/images/tiff_fields.hpp"

namespace ocelli::internal {

/// The offsets of a TIFF file's image directories, in order; at least one.
/// Throws  Error(Kind::input) naming the file when it is truncated or damaged, has none, or more than
/// limits.max_pages.
/// Source  TIFF 6.0 section 2; BigTIFF.
std::vector<std::uint64_t> tiff_directories(Bytes file, const InputLimits& limits, const std::string& name);

/// Decodes the image whose directory is at offset `directory` to 8 bits, rotated as the file specifies.
///
/// Its size is what libtiff reads from the directory, the same that it decodes with. Nothing is written to
/// stderr: errors in the pixels that libtiff recovers from, and wrong checksums, are in the warning. Throws
/// Error(Kind::input) naming the file when it cannot be decoded or exceeds the limits;
///         Error(Kind::canceled) on limits.stop.
DecodedImage decode_tiff(Bytes file, std::uint64_t directory, Decoding decoding, const InputLimits& limits,
                         const std::string& name);

}  // namespace ocelli::internal
