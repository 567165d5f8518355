#pragma once

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <future>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/training/training_observer.hpp"

/// Runs long work outside the GIL, interruptible by Ctrl-C.
namespace ocelli::internal::python {

namespace py = pybind11;

/// Calls into Python that a worker thread requests and the caller's thread makes, in order. Callbacks thus
/// run on the thread of the caller's own code.
class Callbacks {
 public:
  void post(std::function<void()> call) {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back(std::move(call));
  }

  /// Makes all pending calls. Needs the GIL. If one throws, its exception propagates and the remaining calls
  /// are dropped.
  void make() {
    for (const auto& call : taken()) call();
  }

 private:
  std::vector<std::function<void()>> taken() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(waiting_, {});
  }

  std::mutex mutex_;
  std::vector<std::function<void()>> waiting_;
};

/// Throws  the exceptions that Python's signal handlers raise, such as KeyboardInterrupt. Needs the GIL.
inline void check_signals() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

/// Runs work(stop) on its own thread, without the GIL, and makes its callbacks meanwhile. When a callback or
/// a signal handler raises, requests a stop (in a CancellationScope), and throws that exception after the
/// work has ended. Needs the GIL.
/// Throws  what the work throws.
template <class Work>
auto run_interruptibly(Callbacks& callbacks, Work&& work) {
  constexpr std::chrono::milliseconds kPollInterval{50};
  std::stop_source stop;
  auto result = std::async(std::launch::async, [&] {
    const CancellationScope scope(stop.get_token());
    return work(stop.get_token());
  });
  std::exception_ptr raised;
  for (bool ended = false; !ended;) {
    {
      const py::gil_scoped_release release;
      ended = result.wait_for(kPollInterval) == std::future_status::ready;
    }
    if (raised) continue;
    try {
      callbacks.make();
      check_signals();
    } catch (...) {
      raised = std::current_exception();
      stop.request_stop();
    }
  }
  if (raised) std::rethrow_exception(raised);
  return result.get();
}

/// Runs work() without callbacks.
template <class Work>
auto run_interruptibly(Work&& work) {
  Callbacks none;
  return run_interruptibly(none, [&](const std::stop_token&) { return work(); });
}

/// Does the work on this many oneTBB threads, at most one per core; 0: all cores. More would not be faster,
/// and oneTBB warns on stderr about many more.
template <class Work>
decltype(auto) on_threads(int threads, Work&& work) {
  const int max = tbb::info::default_concurrency();
  tbb::task_arena arena(threads > 0 ? std::min(threads, max) : tbb::task_arena::automatic);
  return arena.execute(std::forward<Work>(work));
}

/// Runs body(i) for each i below count, in parallel on this many threads, until a signal handler raises.
template <class Body>
void for_each_interruptibly(std::size_t count, int threads, const Body& body) {
  run_interruptibly([&] { on_threads(threads, [&] { parallel_for(std::size_t{0}, count, body); }); });
}

/// An observer from any of message(str), problem(dict), progress(dict), log(str). It may be called on any
/// thread. `callbacks`, which must outlive it, makes the calls.
TrainingObserver observer_of(const py::dict& functions, Callbacks& callbacks);
ProgressSink progress_sink(const py::object& function, Callbacks& callbacks);

}  // namespace ocelli::internal::python
