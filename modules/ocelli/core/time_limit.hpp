#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <thread>

#include "ocelli/core/cancellation.hpp"

namespace ocelli::internal {

/// Stops the calling thread's computations when the time is up. They end with Error(Kind::canceled), as after
/// an external stop request (CancellationScope).
///
/// A separate thread keeps the time. If the system cannot create one, computations are not limited.
class TimeLimit {
 public:
  explicit TimeLimit(std::chrono::duration<double> time);

  /// Whether the time is up.
  bool is_over() const { return over_.stop_requested(); }

 private:
  std::stop_source over_;
  CancellationScope scope_{over_.get_token()};
  std::optional<std::jthread> timer_;
};

}  // namespace ocelli::internal
