#include <cstddef>
#include <cstdint>

#include "fuzz/try_parse.hpp"
#include "ocelli/data/annotations/mot_tracks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ocelli::internal::fuzz::try_parse([&] {
    ocelli::internal::parse_mot_tracks({reinterpret_cast<const char*>(data), size}, "fuzz");
  });
  return 0;
}
