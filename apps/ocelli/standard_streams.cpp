#include "standard_streams.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <streambuf>
#include <string>

#include "ocelli/core/require.hpp"
#include "ocelli/core/waiting.hpp"

namespace ocelli::internal::app {
namespace {

bool broken_pipe_ends_us = false;

/// Fills the descriptor of a standard stream that was closed when the program started, so that no other file
/// gets its number. The stream cannot be used in its direction.
void keep_place_of(int stream) {
  if (::fcntl(stream, F_GETFD) >= 0) return;
  [[maybe_unused]] const int opened = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

}  // namespace

void survive_failed_writes() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) keep_place_of(stream);
  std::signal(SIGXFSZ, SIG_IGN);
  broken_pipe_ends_us = std::signal(SIGPIPE, SIG_IGN) == SIG_DFL;
}

void finish_standard_output() {
  // Text longer than the buffer was written earlier; the error of that write is still the last one.
  if (std::cout.good()) errno = 0;
  const bool held = std::cout.flush() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  // A network file system reports some failures only when a file is closed; closing a duplicate suffices.
  const int copy = held ? ::dup(STDOUT_FILENO) : -1;
  if (held && (copy < 0 || ::close(copy) == 0)) return;
  const std::string why = errno != 0 ? std::strerror(errno) : "is the disk full?";
  throw Error(Kind::output, "cannot be written: " + why, "standard output");
}

bool reader_has_gone() {
  ::pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

void end_by_broken_pipe() {
  if (!broken_pipe_ends_us) return;
  std::signal(SIGPIPE, SIG_DFL);
  ::raise(SIGPIPE);
}

void end_at_once(int code) {
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(code);
}

namespace {

class InterruptibleInput final : public std::streambuf {
 public:
  explicit InterruptibleInput(int file) : file_(file) {}

 private:
  int_type underflow() override {
    const ssize_t count = wait_for_input(file_) ? read_some() : 0;
    require(
        count >= 0, Kind::input, [] { return std::string("cannot be read: ") + std::strerror(errno); },
        "standard input");
    if (count == 0) return traits_type::eof();
    setg(bytes_.data(), bytes_.data(), bytes_.data() + count);
    return traits_type::to_int_type(bytes_.front());
  }

  ssize_t read_some() {
    ssize_t count = 0;
    do count = ::read(file_, bytes_.data(), bytes_.size());
    while (count < 0 && errno == EINTR);
    return count;
  }

  int file_;
  std::array<char, 1 << 16> bytes_{};
};

}  // namespace

std::istream& standard_input() {
  static InterruptibleInput input(STDIN_FILENO);
  static std::istream stream(&input);
  stream.exceptions(std::ios::badbit);  // rethrows exceptions of the buffer
  return stream;
}

}  // namespace ocelli::internal::app
