#pragma once

#include <string>
#include <string_view>

#include "ocelli/xml/xml_tree.hpp"

namespace ocelli::internal {

/// Whether a text begins like YAML ("%YAML") or JSON ("{") of cv::FileStorage. Requires the first 256 bytes.
bool is_yaml_or_json(std::string_view beginning);

/// Parses YAML or JSON that cv::FileStorage wrote into the elements that it would write in XML. A list of
/// numbers becomes the text of one element; the items of other lists become elements "_". Line numbers are
/// not known.
///
/// Throws  Error(Kind::input), naming `source`, for texts that cv::FileStorage rejects, that nest deeper than
/// `max_depth`, or that have too many fields.
/// Memory  about 100 times the text at worst.
XmlElement parse_storage(std::string_view text, int max_depth, const std::string& source);

}  // namespace ocelli::internal
