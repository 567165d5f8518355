#include "records.hpp"

#include <unistd.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>

#include "interruption.hpp"
#include "module.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/pipelines/executors/executors.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"
#include "ocelli/pipelines/stages/continued_tables.hpp"

namespace ocelli::internal::python {
namespace {

namespace py = pybind11;

/// The lines that wait for the caller: at most kMax, to bound the memory behind a slow one.
class LineQueue {
 public:
  /// Waits for room. Drops the line once the reader has stopped.
  void put(std::string line, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [&] { return lines_.size() < kMax; });
    if (stop.stop_requested()) return;
    lines_.push_back(std::move(line));
    changed_.notify_all();
  }

  void end(std::exception_ptr fault) {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    fault_ = std::move(fault);
    changed_.notify_all();
  }

  /// Waits for a line up to the timeout. Nothing: not yet, or the end.
  std::optional<std::string> take(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [&] { return !lines_.empty() || ended_; });
    if (lines_.empty()) return std::nullopt;
    std::string line = std::move(lines_.front());
    lines_.pop_front();
    changed_.notify_all();
    return line;
  }

  /// Whether all lines have been read. Throws the error that ended the run, once.
  bool is_over() {
    const std::scoped_lock lock(mutex_);
    if (!ended_ || !lines_.empty()) return false;
    if (fault_) std::rethrow_exception(std::exchange(fault_, nullptr));
    return true;
  }

 private:
  static constexpr std::size_t kMax = 256;

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::string> lines_;
  std::exception_ptr fault_;
  bool ended_ = false;
};

/// A run on its own thread.
class Run {
 public:
  Run(RecordRun run, py::object owner)
      : owner_(std::move(owner)),
        thread_([this, run = std::move(run)](const std::stop_token& stop) { work(run, stop); }) {}

  ~Run() { close(); }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  std::string next() {
    constexpr std::chrono::milliseconds kPollInterval{50};
    while (true) {
      if (std::optional<std::string> line = wait(kPollInterval)) return *std::move(line);
      check_signals();
      if (queue_.is_over()) throw py::stop_iteration();
    }
  }

  /// Stops the run and drops unread lines.
  void close() {
    const py::gil_scoped_release release;
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::optional<std::string> wait(std::chrono::milliseconds patience) {
    const py::gil_scoped_release release;
    return queue_.take(patience);
  }

  void work(const RecordRun& run, const std::stop_token& stop) {
    std::exception_ptr fault;
    try {
      InputLimits limits = run.limits;
      limits.stop = stop;
      std::istringstream no_list;
      const std::unique_ptr<Source> source = open_inputs(run.inputs, no_list, limits);
      const Sink lines = with_continued_tables(
          [&](const Item&, const Record& record) { queue_.put(without_end(run.line(record)), stop); });
      const std::unique_ptr<TrackStage> follower = run.follower ? run.follower(lines) : nullptr;
      const Sink follow = [&](const Item& item, const Record& record) { follower->take(item, record); };
      on_threads(run.threads, [&] {
        return run_graph({.source = *source, .work = run.work, .sink = follower ? follow : lines}, stop);
      });
      if (follower) follower->finish();
    } catch (...) {
      fault = std::current_exception();
    }
    queue_.end(fault);
  }

  py::object owner_;
  LineQueue queue_;
  std::jthread thread_;  // last, so that it ends before the members it uses
};

/// The records of a run, for the process that started it. A forked child has no thread that would ever end,
/// and may hold locks that are never released, so it leaves the run alone.
class Records {
 public:
  Records(RecordRun run, py::object owner) : run_(std::make_unique<Run>(std::move(run), std::move(owner))) {}

  ~Records() {
    if (is_of_another_process()) static_cast<void>(run_.release());
  }
  Records(const Records&) = delete;
  Records& operator=(const Records&) = delete;

  std::string next() {
    require(!is_of_another_process(), Kind::usage, [&] {
      return "this run belongs to process " + std::to_string(process_) +
             ", which was forked while it ran; start another run in the child";
    });
    return run_->next();
  }

  void close() {
    if (!is_of_another_process()) run_->close();
  }

 private:
  bool is_of_another_process() const { return ::getpid() != process_; }

  pid_t process_ = ::getpid();
  std::unique_ptr<Run> run_;
};

}  // namespace

std::string without_end(std::string line) {
  if (line.ends_with('\n')) line.pop_back();
  return line;
}

py::object records(RecordRun run, py::object owner) {
  return py::cast(std::make_unique<Records>(std::move(run), std::move(owner)));
}

void add_records(py::module_& module) {
  py::class_<Records>(module, "Records", "The records of a run over inputs, as lines of JSON.")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &Records::next)
      .def("close", &Records::close, "Stops the run.");
}

}  // namespace ocelli::internal::python
