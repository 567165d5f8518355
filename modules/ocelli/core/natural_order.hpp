#pragma once

#include <string_view>

namespace ocelli {

/// Whether a name comes before another in the order in which people count: "p2.png" before "p10.png".
///
/// Runs of the digits 0 to 9 compare by their value, however long they are; all else compares byte by byte, capitals
/// before small letters. Names that differ in leading zeros alone ("p2", "p02") compare byte by byte as well, so no two
/// different names are equal: a list has one order, whatever the machine and the locale.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace ocelli
