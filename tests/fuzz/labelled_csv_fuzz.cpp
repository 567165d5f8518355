#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ocelli/core/error.hpp"
#include "ocelli/data/labelled_csv.hpp"

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
  try_parse([&] { ocelli::parse_labelled_csv(text, "fuzz.csv"); });
  try_parse([&] { ocelli::parse_value_csv(text, "fuzz.csv"); });
  return 0;
}
