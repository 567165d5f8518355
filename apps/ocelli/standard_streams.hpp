#pragma once

#include <istream>

namespace ocelli::internal::app {

/// Turns failed writes into errors instead of signals that kill the program: SIGXFSZ (a file beyond
/// the size limit, ulimit -f) and SIGPIPE (the reader of the output has exited) are ignored from now on. A
/// closed standard stream stays unusable, so that it does not become the next file that is opened. Call once,
/// at the start.
void survive_failed_writes();

/// Flushes the standard output. Throws Error(Kind::output) when any write to it has failed since
/// the start.
void finish_standard_output();

/// Whether the standard output is a pipe without a reader: `ocelli detect ... | head -1`.
bool reader_has_gone();

/// Ends the program by SIGPIPE, silently, as is usual for tools (141 for a shell). Returns if the caller of
/// the program had that signal ignored.
void end_by_broken_pipe();

/// Ends the program after flushing the standard output as far as possible, without destroying objects that
/// other threads may be using.
[[noreturn]] void end_at_once(int code);

/// Standard input as a stream that a stop request (CancellationScope of the reading thread) ends within 50
/// ms, even without input, where std::cin would keep waiting. Use from one thread at a time; do not also read
/// std::cin. Reading throws Error(Kind::input) where the system cannot read, as from a folder or a closed
/// descriptor.
std::istream& standard_input();

}  // namespace ocelli::internal::app
