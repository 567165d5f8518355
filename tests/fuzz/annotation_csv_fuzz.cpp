#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ocelli/core/error.hpp"
#include "ocelli/data/annotation_csv.hpp"
#include "ocelli/data/annotation_strip.hpp"

namespace {

template <class Parse>
void try_parse(Parse&& parse) {
  try {
    parse();
  } catch (const ocelli::Error&) {  // bad input is refused so
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try_parse([&] { ocelli::parse_box_csv(text, "folder", "fuzz.csv"); });
  try_parse([&] { ocelli::parse_strip_csv(text, {"strip.pgm", 24, 240}, "fuzz.csv"); });
  return 0;
}
