#pragma once

#include <string>
#include <string_view>

namespace ocelli::app {

/// The text as it may go to a terminal: names of files and classes come from anywhere, and a terminal obeys what is in them.
/// Control characters and bytes that are no UTF-8 come out as \x1b, a new line as \n and a tab as \t.
std::string printable(std::string_view text);

/// The same for text of many lines, whose ends stay as they are.
std::string printable_lines(std::string_view text);

/// One line on stderr, printable. The one way there for all that people read, a line of progress aside.
void say_on_stderr(std::string_view text);

}  // namespace ocelli::app
