#pragma once

#include <string>
#include <string_view>

#include "ocelli/xml/xml_tree.hpp"

namespace ocelli::internal {

/// Whether a text begins as cv::FileStorage's YAML ("%YAML") or JSON ("{"). It needs the first 256 bytes.
bool is_yaml_or_json(std::string_view beginning);

/// The fields in a text of YAML or JSON that cv::FileStorage wrote, as the elements that it writes for them
/// in XML: a list of numbers is one element's text, the items of other lists are elements "_". Lines are not
/// known.
///
/// Throws  Error(Kind::input), naming `source`, for what cv::FileStorage refuses, and for texts that nest
/// deeper than `most_depth` or have too many fields.
/// Memory  some 100 times the text at worst.
XmlElement parse_storage(std::string_view text, int max_depth, const std::string& source);

}  // namespace ocelli::internal
