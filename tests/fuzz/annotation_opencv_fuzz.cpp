#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    ocelli::internal::parse_opencv_annotations({reinterpret_cast<const char*>(data), size}, "folder", "fuzz");
  } catch (const ocelli::Error&) {  // bad input is refused so
  }
  return 0;
}
