#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/try_parse.hpp"
#include "ocelli/data/annotations/annotation_readers.hpp"

using ocelli::internal::fuzz::try_parse;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try_parse([&] { ocelli::internal::parse_detection_lines(text, "fuzz.jsonl"); });
  return 0;
}
