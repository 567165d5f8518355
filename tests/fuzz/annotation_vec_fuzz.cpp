#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/try_parse.hpp"
#include "ocelli/data/annotations/annotation_vec.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  ocelli::internal::fuzz::try_parse([&] {
    const ocelli::internal::VecFile file = ocelli::internal::parse_vec_header(bytes, size, "fuzz-48x24.vec");
    ocelli::internal::parse_vec_sample(bytes.subspan(12), file, 0);
  });
  return 0;
}
