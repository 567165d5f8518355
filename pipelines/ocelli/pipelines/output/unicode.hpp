#pragma once

#include <string>
#include <string_view>

namespace ocelli::internal {

/// The characters of a UTF-8 text. Invalid bytes become U+FFFD.
std::u32string code_points(std::string_view text);

/// The characters as UTF-8.
std::string to_utf8(std::u32string_view characters);

/// Names of files may hold bytes that are not UTF-8, which JSON libraries refuse or replace. This puts two
/// characters that no text has (U+FDD8 to U+FDEF) in the place of each such byte; what has such characters
/// already is taken for bytes itself.
std::string with_marked_bytes(std::string_view text);

/// JSON with an escape "\udcXX" for each byte XX that was marked. Python reads it as the name itself
/// (os.fsencode()).
std::string with_escaped_bytes(std::string_view json);

/// UTF-8 with the six characters \udcXX in the place of each byte XX that is not.
std::string with_written_bytes(std::string_view text);

/// Whether it is a letter of the lower case.
bool is_small_letter(char32_t character);

/// A text as XML 1.0 holds it, inside an element or as the value of an attribute in double quotes. Characters
/// that XML may not hold, not even escaped, and invalid UTF-8 become U+FFFD.
std::string escaped_xml(const std::string& text);

}  // namespace ocelli::internal
