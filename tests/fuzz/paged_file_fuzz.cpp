#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/paged_file.hpp"

/// TIFF or an image, as the first bytes say. PDF, which another process draws, is pdf_document_fuzz's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
  constexpr std::string_view kPdf = "%PDF-";
  const auto mark = std::as_bytes(std::span(kPdf));
  if (std::search(bytes.begin(), bytes.end(), mark.begin(), mark.end()) != bytes.end()) return 0;
  try {
    const ocelli::internal::PagedFile file({bytes.begin(), bytes.end()}, "fuzz.tif");
    for (std::size_t page = 0; page < std::min<std::size_t>(file.pages(), 2); ++page) {
      file.resolution(page);
      file.gray(page);
    }
  } catch (const ocelli::Error&) {  // bad input is refused so
  }
  return 0;
}
