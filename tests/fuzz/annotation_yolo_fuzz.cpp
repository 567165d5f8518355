#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/try_parse.hpp"
#include "ocelli/data/annotations/annotation_darknet.hpp"
#include "ocelli/data/annotations/annotation_yolo.hpp"

using ocelli::internal::fuzz::try_parse;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string> classes = {"car", ""};
  try_parse([&] { ocelli::internal::parse_yolo_labels(text, "a.jpg", {640, 480}, classes, "fuzz.txt"); });
  for (const bool is_yaml : {false, true})
    try_parse([&] { ocelli::internal::parse_yolo_names(text, is_yaml, "fuzz.yaml"); });
  for (const bool is_yaml : {false, true})
    try_parse([&] { ocelli::internal::parse_yolo_parts(text, is_yaml, "fuzz.yaml"); });
  return 0;
}
