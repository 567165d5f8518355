#pragma once

#include <string>
#include <string_view>

namespace ocelli {

/// The characters of a UTF-8 text. Invalid bytes become U+FFFD.
std::u32string code_points(std::string_view text);

/// The characters as UTF-8.
std::string to_utf8(std::u32string_view characters);

/// Whether it is a letter of the lower case.
bool is_small_letter(char32_t character);

}  // namespace ocelli
