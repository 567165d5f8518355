#include "ocelli/pipelines/sources/spooled_input.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "ocelli/core/output_path.hpp"
#include "ocelli/core/platform.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/waiting.hpp"

namespace ocelli::internal {
namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;
constexpr std::size_t kFront = 65536;

[[noreturn]] void fail(const std::string& input) {
  throw Error(Kind::input, std::string("cannot be read: ") + std::strerror(errno), input);
}

std::uint64_t copy_all(int from, int to, const std::string& input) {
  std::vector<std::byte> block(1 << 16);
  std::uint64_t copied = 0;
  while (true) {
    if (!wait_for_input(from)) throw Error(Kind::canceled, "stopped while it was read", input);
    const ssize_t got = ::read(from, block.data(), block.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) fail(input);
    if (got == 0) return copied;
    copied += static_cast<std::uint64_t>(got);
    require(copied <= kMaxBytes, Kind::input, "exceeds 1 GiB; use a file", input);
    write_all(to, std::span(block).first(static_cast<std::size_t>(got)), input);
  }
}

}  // namespace

bool names_descriptor(const std::string& input) {
  return input == "/dev/stdin" || input.starts_with("/dev/fd/") || input.starts_with("/proc/self/fd/");
}

SpooledInput::SpooledInput(std::string input) : input_(std::move(input)) {
  // Nonblocking: open() on a named pipe without a writer would ignore a stop request.
  const int from = ::open(input_.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (from < 0) fail(input_);
  file_ = memory_file("ocelli-input");
  if (file_ < 0) {
    ::close(from);
    fail(input_);
  }
  try {
    require(copy_all(from, file_, input_) > 0, Kind::input, "is empty", input_);
  } catch (const Error&) {
    ::close(from);
    ::close(file_);
    throw;
  }
  ::close(from);
}

SpooledInput::SpooledInput(SpooledInput&& other) noexcept
    : input_(std::move(other.input_)), file_(std::exchange(other.file_, -1)) {}

SpooledInput::~SpooledInput() {
  if (file_ >= 0) ::close(file_);
}

std::string SpooledInput::path() const {
  return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(file_);
}

std::vector<std::byte> SpooledInput::front() const {
  std::vector<std::byte> bytes(kFront);
  const ssize_t got = ::pread(file_, bytes.data(), bytes.size(), 0);
  bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return bytes;
}

}  // namespace ocelli::internal
