#pragma once

#include <string>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli::internal {

/// Decodes a WebP file held in memory, rotated as its EXIF data specify: BGR, or gray computed from it. What
/// is transparent is laid over white, or shows its colors as stored.
///
/// Cost    one pass of libwebp, which cannot be interrupted: a second for 64 megapixels.
/// Throws  Error(Kind::input) naming the file when it is truncated, damaged, an animation, or exceeds the
/// limits.
DecodedImage decode_webp(Bytes file, Decoding decoding, const InputLimits& limits, const std::string& name);

}  // namespace ocelli::internal
