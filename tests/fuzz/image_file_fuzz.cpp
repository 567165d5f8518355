#include <cstddef>
#include <cstdint>
#include <span>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/image_resolution.hpp"

/// PNG, JPEG, BMP, PNM, TIFF, WebP, GIF or JPEG 2000, as the first bytes say, in gray and in color, and the
/// resolution that they state.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ocelli::internal::InputLimits limits;
  limits.max_pixels = 1 << 20;
  ocelli::internal::read_resolution(std::as_bytes(std::span(data, size)));
  for (const ocelli::internal::Colors colors :
       {ocelli::internal::Colors::gray, ocelli::internal::Colors::as_stored}) {
    try {
      ocelli::internal::decode(std::as_bytes(std::span(data, size)), colors, "fuzz.image", limits);
    } catch (const ocelli::Error&) {  // bad input is refused so
    }
  }
  return 0;
}
