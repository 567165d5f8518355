#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "try_parse.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ocelli::internal::fuzz::try_parse([&] {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const ocelli::internal::OpenCvCascade cascade = ocelli::internal::parse_cascade_xml(text, "fuzz.xml");
    // What was read is written so that it reads the same again.
    if (ocelli::internal::parse_cascade_xml(ocelli::internal::cascade_xml(cascade), "fuzz.xml") != cascade)
      std::abort();
  });
  return 0;
}
