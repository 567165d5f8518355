#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/data/paged_file.hpp"

/// PDF, TIFF or an image, as the first bytes say.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
  try {
    const ocelli::PagedFile file({bytes.begin(), bytes.end()}, "fuzz.pdf");
    for (std::size_t page = 0; page < std::min<std::size_t>(file.pages(), 2); ++page) file.grey(page);
  } catch (const ocelli::Error&) {  // bad input is refused so
  }
  return 0;
}
