#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/try_parse.hpp"
#include "ocelli/data/pdf/pdf_words.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ocelli::internal::fuzz::try_parse(
      [&] { ocelli::internal::unpacked_words(std::as_bytes(std::span(data, size))); });
  return 0;
}
