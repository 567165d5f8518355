#include "ocelli/data/annotations/annotation_xml.hpp"

#include <algorithm>
#include <cstdint>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {

std::string_view xml_root(std::string_view text) {
  while (true) {
    const std::size_t start = text.find('<');
    if (start == std::string_view::npos) return {};
    text.remove_prefix(start);
    const std::string_view end = text.starts_with("<?") ? "?>" : text.starts_with("<!--") ? "-->" : ">";
    if (!text.starts_with("<?") && !text.starts_with("<!"))
      return text.substr(1, text.find_first_of(" \t\r\n/>", 1) - 1);
    const std::size_t at = text.find(end);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + end.size());
  }
}

XmlElement parse_data_set_xml(std::string_view text, std::string_view root, std::string_view name) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 28;
  constexpr int kMaxDepth = 32;
  require(text.size() <= kMaxBytes, Kind::input, "is larger than 256 MiB; split the file", name);
  XmlElement element = parse_xml(text, kMaxDepth, name);
  require(
      element.name == root, Kind::input, [&] { return "has no root element <" + std::string(root) + ">"; },
      name);
  return element;
}

std::string text_of_attribute(const XmlElement& element, std::string_view name) {
  const std::string* const value = element.attribute(name);
  if (value == nullptr)
    throw Error(Kind::input, "<" + element.name + "> has no attribute " + std::string(name));
  return *value;
}

float number_of_attribute(const XmlElement& element, std::string_view name) {
  return parse_coordinate(text_of_attribute(element, name), name);
}

std::string_view attribute_or_none(const XmlElement& element, std::string_view name) {
  const std::string* const value = element.attribute(name);
  return value == nullptr ? std::string_view() : std::string_view(*value);
}

}  // namespace ocelli::internal
