#include <cstddef>
#include <cstdint>
#include <span>

#include "ocelli/core/error.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/image_resolution.hpp"

/// PNG, JPEG, BMP, PNM, TIFF or WebP, as the first bytes say, in grey and in colour, and the resolution that they state.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ocelli::InputLimits limits;
  limits.max_pixels = 1 << 20;
  ocelli::read_resolution(std::as_bytes(std::span(data, size)));
  for (const ocelli::Colours colours : {ocelli::Colours::grey, ocelli::Colours::as_stored}) {
    try {
      ocelli::decode(std::as_bytes(std::span(data, size)), colours, "fuzz.image", limits);
    } catch (const ocelli::Error&) {  // bad input is refused so
    }
  }
  return 0;
}
