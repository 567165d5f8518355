#pragma once

namespace ocelli::app {

/// Makes a write that fails an error to be told of, where the system's way is to kill the program: SIGXFSZ (a file beyond
/// the size limit, ulimit -f) and SIGPIPE (whoever reads the output has gone) are ignored from here on. A standard stream
/// that is closed stays unusable, rather than becoming the next file that is opened. Once, at the start.
void survive_failed_writes();

/// Writes out what the standard output still holds. Throws Error(Kind::output) when any of it could not be written since
/// the start.
void finish_standard_output();

/// Whether the standard output is a pipe that nobody reads any more: `ocelli detect ... | head -1`.
bool reader_has_gone();

/// Ends the program as tools end then: quietly, by SIGPIPE (141 for a shell). Returns where the caller of the program had
/// that signal ignored.
void end_by_broken_pipe();

/// Ends the program, with the standard output written out as far as it can be, but without tearing down what other threads
/// may be using.
[[noreturn]] void end_at_once(int code);

}  // namespace ocelli::app
