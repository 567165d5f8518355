#pragma once

#include <string>
#include <string_view>

#include "ocelli/xml/xml_tree.hpp"

namespace ocelli::internal {

/// The name of the root element of an XML text, found without parsing all of it; empty for other texts.
std::string_view xml_root(std::string_view text);

/// Parses an XML file with the annotations of many images: at most 256 MiB, nested at most 32 deep. Throws
/// Error(Kind::input) naming the file, and the line if there is one, for any other file and for another root.
XmlElement parse_data_set_xml(std::string_view text, std::string_view root, std::string_view name);

/// An attribute of an element. Throws Error(Kind::input), without a place, if it is missing or not a number.
std::string text_of_attribute(const XmlElement& element, std::string_view name);
float number_of_attribute(const XmlElement& element, std::string_view name);

/// The same, or empty if the attribute is missing.
std::string_view attribute_or_none(const XmlElement& element, std::string_view name);

}  // namespace ocelli::internal
