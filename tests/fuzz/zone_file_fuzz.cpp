#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/try_parse.hpp"
#include "ocelli/data/formats/zone_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ocelli::internal::fuzz::try_parse([&] {
    ocelli::internal::parse_zones({reinterpret_cast<const char*>(data), size}, "fuzz");
  });
  return 0;
}
