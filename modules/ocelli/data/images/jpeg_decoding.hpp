#pragma once

#include <string>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli::internal {

/// Decodes a JPEG file held in memory to 8 bits, rotated as its EXIF data specify. Gray is the stored luma.
///
/// Nothing is written to stderr: errors that libjpeg recovers from are in the warning.
/// Throws  Error(Kind::input) naming the file when it cannot be decoded or exceeds the limits;
///         Error(Kind::canceled) on limits.stop.
DecodedImage decode_jpeg(Bytes file, Colors colors, const InputLimits& limits, const std::string& name);

}  // namespace ocelli::internal
