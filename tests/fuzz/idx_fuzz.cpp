#include <cstddef>
#include <cstdint>
#include <span>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/idx_file.hpp"

/// IDX data, plain or gzip as their first bytes say.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    ocelli::internal::parse_idx(std::as_bytes(std::span(data, size)), "fuzz.idx");
  } catch (const ocelli::Error&) {  // bad input is refused so
  }
  return 0;
}
