#pragma once

#include <string>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli::internal {

/// Decodes a PNG file held in memory, rotated as its EXIF data specify; 16-bit files to 16 bits, all others
/// to 8. What is transparent is laid over white, or shows its colors as stored.
///
/// Nothing is written to stderr: errors that libpng recovers from are in the warning, except in color
/// profiles and other chunks that no pixel depends on.
/// Throws  Error(Kind::input) naming the file when it
/// cannot be decoded or exceeds the limits;
///         Error(Kind::canceled) on limits.stop.
DecodedImage decode_png(Bytes file, Decoding decoding, const InputLimits& limits, const std::string& name);

}  // namespace ocelli::internal
