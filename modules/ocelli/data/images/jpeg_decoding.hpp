#pragma once

#include <string>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli {

/// Decodes a JPEG file held in memory to 8 bits, turned as its EXIF data say. Grey comes straight from the coded brightness.
///
/// Nothing is written to stderr: what libjpeg finds corrupt and gets over is the warning.
/// Throws  Error(Kind::input) naming the file when it cannot be decoded, or asks for more than the limits;
///         Error(Kind::cancelled) on limits.stop.
DecodedImage decode_jpeg(Bytes file, Colours colours, const InputLimits& limits, const std::string& name);

}  // namespace ocelli
