#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/try_parse.hpp"
#include "ocelli/data/annotations/annotation_readers.hpp"
#include "ocelli/data/formats/json_keys.hpp"

using ocelli::internal::fuzz::try_parse;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try_parse([&] { ocelli::internal::parse_createml_annotations(text, "fuzz.json"); });
  const ocelli::internal::JsonKeys keys(ocelli::internal::with_readable_bytes(text));
  (void)keys.has("image");
  return 0;
}
