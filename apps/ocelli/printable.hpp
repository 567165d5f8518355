#pragma once

#include <string>
#include <string_view>

namespace ocelli::internal::app {

/// The text made safe for a terminal: names of files and classes are untrusted, and terminals interpret
/// control sequences. Control characters and invalid UTF-8 bytes become \x1b, a new line \n and a tab \t.
std::string printable(std::string_view text);

/// The same for text with several lines, whose ends are kept.
std::string printable_lines(std::string_view text);

/// Writes one line to stderr, printable. All messages except the progress line use this function.
void print_to_stderr(std::string_view text);

}  // namespace ocelli::internal::app
