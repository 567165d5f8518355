#pragma once

#include <string_view>

namespace ocelli::internal {

/// Natural order of names: "p2.png" before "p10.png".
///
/// Runs of the digits 0 to 9 compare by value, whatever their length; everything else compares byte by byte,
/// upper case before lower case. Names that differ in leading zeros alone ("p2", "p02") compare byte by byte
/// as well, so two different names are never equal: the order of a list does not depend on the machine or the
/// locale.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace ocelli::internal
