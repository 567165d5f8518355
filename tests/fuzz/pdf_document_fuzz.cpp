#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ocelli/core/require.hpp"
#include "ocelli/data/pdf/pdf_document.hpp"

/// What the PDF renderer does, in this process.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::int64_t kFew = 1 << 16;
  try {
    const ocelli::internal::pdf::Document document(std::as_bytes(std::span(data, size)));
    for (std::size_t page = 0; page < std::min<std::size_t>(document.pages(), 2); ++page) {
      const double dots_per_inch = document.dots_per_inch(page, kFew);
      document.words(page, dots_per_inch);
      document.draw(page, dots_per_inch,
                    page == 0 ? ocelli::internal::Colors::as_stored : ocelli::internal::Colors::gray);
    }
  } catch (const ocelli::Error&) {  // bad input is refused so
  }
  return 0;
}
