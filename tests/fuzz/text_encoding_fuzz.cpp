#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/text_encoding.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    ocelli::internal::to_utf8({reinterpret_cast<const char*>(data), size}, "fuzz");
  } catch (const ocelli::Error&) {  // bad input is refused so
  }
  return 0;
}
