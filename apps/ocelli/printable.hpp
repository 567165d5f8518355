#pragma once

#include <string>
#include <string_view>

namespace ocelli::internal::app {

/// Makes text safe for a terminal: file and class names are untrusted, and terminals interpret control
/// sequences. Control characters and invalid UTF-8 bytes become \x1b, a line feed \n and a tab \t.
std::string printable(std::string_view text);

/// The same for text with several lines; line ends are kept.
std::string printable_lines(std::string_view text);

/// Writes a printable line to stderr. All messages except the progress line use this function.
void print_to_stderr(std::string_view text);

}  // namespace ocelli::internal::app
