#pragma once

#include <istream>

namespace ocelli::internal::app {

/// Turns failed writes into errors instead of signals that kill the program: ignores SIGXFSZ (a file beyond
/// the size limit, ulimit -f) and SIGPIPE (the reader of the output has exited). A closed standard stream
/// stays unusable, so that the next opened file does not take its place. Call once, at the start.
void survive_failed_writes();

/// Flushes standard output.
/// Throws  Error(Kind::output) when any write to it has failed since the start.
void finish_standard_output();

/// Whether standard output is a pipe without a reader: `ocelli detect ... | head -1`.
bool reader_has_gone();

/// Ends the program with SIGPIPE, silently, as is usual for command line tools (141 in a shell). Returns if
/// the caller of the program ignored that signal.
void end_by_broken_pipe();

/// Ends the program after flushing standard output as far as possible, without destroying objects that other
/// threads may be using.
[[noreturn]] void end_at_once(int code);

/// Standard input as a stream that ends within 50 ms of a stop request (CancellationScope of the reading
/// thread), even without input; std::cin would keep waiting. Use from one thread at a time, and do not also
/// read std::cin.
/// Throws  on reading, Error(Kind::input) when the system cannot read, for example from a folder or a closed
/// descriptor.
std::istream& standard_input();

}  // namespace ocelli::internal::app
