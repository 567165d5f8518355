#pragma once

#include <string>
#include <string_view>

namespace ocelli::internal {

/// The characters of a UTF-8 text. Invalid bytes become U+FFFD.
std::u32string code_points(std::string_view text);

/// The characters as UTF-8.
std::string to_utf8(std::u32string_view characters);

/// Replaces each byte that is not UTF-8 with two noncharacters (U+FDD8 to U+FDEF). File names may contain
/// such bytes, and JSON libraries reject or replace them. Noncharacters already in the text are treated as
/// bytes themselves.
std::string with_marked_bytes(std::string_view text);

/// Replaces each marked byte XX in JSON with the escape "\udcXX", from which Python restores the original
/// name (os.fsencode()).
std::string with_escaped_bytes(std::string_view json);

/// UTF-8 text with each invalid byte XX replaced by the six characters \udcXX.
std::string with_written_bytes(std::string_view text);

/// Whether the character is a lowercase letter.
bool is_small_letter(char32_t character);

/// Escapes a text for XML 1.0, for use inside an element or a double-quoted attribute. Characters that XML
/// does not allow even when escaped, and invalid UTF-8, become U+FFFD.
std::string escaped_xml(const std::string& text);

}  // namespace ocelli::internal
