#pragma once

#include <string>

namespace ocelli::internal {

/// A text as XML 1.0 holds it, inside an element or as the value of an attribute in double quotes. Characters
/// that XML may not hold, not even escaped, and invalid UTF-8 become U+FFFD.
std::string escaped_xml(const std::string& text);

}  // namespace ocelli::internal
