#pragma once

#include <string>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli {

/// Decodes a PNG file held in memory, turned as its EXIF data say; 16-bit files to 16 bits, all others to 8. Alpha is
/// dropped.
///
/// Nothing is written to stderr: what libpng finds wrong and gets over is the warning, but for colour profiles and other
/// additions that no pixel depends on.
/// Throws  Error(Kind::input) naming the file when it cannot be decoded, or asks for more than the limits;
///         Error(Kind::cancelled) on limits.stop.
DecodedImage decode_png(Bytes file, Colours colours, const InputLimits& limits, const std::string& name);

}  // namespace ocelli
