#include "standard_input.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <streambuf>
#include <string>

#include "ocelli/core/error.hpp"
#include "ocelli/core/waiting.hpp"

namespace ocelli::internal::app {
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
  stream.exceptions(std::ios::badbit);  // what the buffer throws comes through
  return stream;
}

}  // namespace ocelli::internal::app
