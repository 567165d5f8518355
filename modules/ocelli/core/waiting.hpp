#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <utility>

#include "ocelli/core/cancellation.hpp"

/// Waiting for what may never come, cut short by a stop request (CancellationScope) within a twentieth of a second.
namespace ocelli {

inline constexpr std::chrono::milliseconds kStopLookUp{50};

/// Until there is something to read on the descriptor, or its end. False when a stop is requested first.
bool wait_for_input(int descriptor);

/// What `call` gives or throws. It runs on a thread of its own, for calls of a library that cannot be interrupted.
///
/// After a stop request that thread is left to itself: `call` has to own all that it uses, and a program that was stopped
/// ends without tearing down what such a thread may be using (std::_Exit()).
/// Throws  Error(Kind::cancelled) on a stop request.
/// Cost    a thread, some 30 us.
template <class Call>
auto awaited(Call call) -> decltype(call()) {
  using Result = decltype(call());
  auto task = std::make_shared<std::packaged_task<Result()>>(std::move(call));
  std::future<Result> result = task->get_future();
  std::thread([task = std::move(task)] { (*task)(); }).detach();
  while (result.wait_for(kStopLookUp) != std::future_status::ready) check_cancelled();
  return result.get();
}

}  // namespace ocelli
