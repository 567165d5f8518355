#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <utility>

#include "ocelli/core/cancellation.hpp"

/// Waits for events that may never occur. A stop request (CancellationScope) ends the wait within 50 ms.
namespace ocelli::internal {

inline constexpr std::chrono::milliseconds kStopLookUp{50};

/// Waits until the descriptor has input or reaches its end. Returns false on a stop request.
bool wait_for_input(int descriptor);

/// Returns or throws what `call` does. It runs on a separate thread, for library calls that cannot be
/// interrupted.
///
/// After a stop request that thread is abandoned: `call` must own everything it uses. A stopped program ends
/// without destroying what such a thread may still use (std::_Exit()).
/// Throws  Error(Kind::canceled) on a stop request.
/// Cost    a thread, about 30 us.
template <class Call>
auto awaited(Call call) -> decltype(call()) {
  using Result = decltype(call());
  auto task = std::make_shared<std::packaged_task<Result()>>(std::move(call));
  std::future<Result> result = task->get_future();
  std::thread([task = std::move(task)] { (*task)(); }).detach();
  while (result.wait_for(kStopLookUp) != std::future_status::ready) check_canceled();
  return result.get();
}

}  // namespace ocelli::internal
