#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli {

bool is_tiff(Bytes file);

/// Where the images of a TIFF file begin (their directories), in order; at least one.
/// Throws  Error(Kind::input) naming the file when it is cut short or damaged, holds none, or more than limits.max_pages.
/// Source  TIFF 6.0 section 2.
std::vector<std::uint32_t> tiff_directories(Bytes file, const InputLimits& limits, const std::string& name);

/// Decodes the image whose directory begins at `directory` to 8 bits, turned as the file says.
///
/// Its size is what libtiff makes of the directory, the same that it decodes by. Nothing is written to stderr: what it
/// finds wrong with the pixels and gets over is the warning.
/// Throws  Error(Kind::input) naming the file when it cannot be decoded, or asks for more than the limits;
///         Error(Kind::cancelled) on limits.stop.
DecodedImage decode_tiff(Bytes file, std::uint32_t directory, Colours colours, const InputLimits& limits,
                         const std::string& name);

}  // namespace ocelli
