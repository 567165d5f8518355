#include "ocelli/core/waiting.hpp"

#include <poll.h>

#include <cerrno>

namespace ocelli::internal {

bool wait_for_input(int descriptor) {
  while (!is_canceled()) {
    ::pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(kStopLookUp.count()));
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
  }
  return false;
}

}  // namespace ocelli::internal
