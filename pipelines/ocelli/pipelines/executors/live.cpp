#include "ocelli/pipelines/executors/live.hpp"

#include <algorithm>
#include <deque>
#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/pipelines/executors/mailbox.hpp"
#include "ocelli/pipelines/stages/stages.hpp"

namespace ocelli::internal {
namespace {

using Clock = std::chrono::steady_clock;

/// A frame and its capture time.
struct Capture {
  Item item;
  Clock::time_point taken;
};

/// Events per second over the last thirty events.
class RateMeter {
 public:
  double tick(Clock::time_point now) {
    constexpr std::size_t kRemembered = 30;
    times_.push_back(now);
    if (times_.size() > kRemembered) times_.pop_front();
    const Seconds span = times_.back() - times_.front();
    return span.count() > 0 ? static_cast<double>(times_.size() - 1) / span.count() : 0.0;
  }

 private:
  std::deque<Clock::time_point> times_;
};

/// Pulls frames into a mailbox on its own thread until the source ends or fails, or stop() is called.
class CaptureThread {
 public:
  explicit CaptureThread(Source& source)
      : thread_([this, &source](const std::stop_token& stop) { run(source, stop); }) {}

  /// Waits for a frame; nothing at the end, or when `idle` wants to stop.
  std::optional<Capture> newest(const Idle& idle) {
    constexpr std::chrono::milliseconds kBetween{50};
    const Clock::time_point begun = Clock::now();
    while (idle && !mailbox_.wait_for(kBetween)) {
      if (!guarded(Kind::output, "display", "between frames", [&] { return idle(Clock::now() - begun); }))
        return std::nullopt;
    }
    return mailbox_.take();
  }
  std::size_t dropped() const { return mailbox_.dropped(); }

  /// Wakes a waiting newest(), and ends the thread with the frame it is waiting for, or earlier if the source
  /// can be interrupted.
  void stop() {
    thread_.request_stop();
    mailbox_.close();
  }

  /// Stops and joins the thread. Returns the number of frames captured, or throws what the source threw.
  std::size_t finish() {
    stop();
    thread_.join();
    if (fault_) std::rethrow_exception(fault_);
    return captured_;
  }

 private:
  void run(Source& source, const std::stop_token& stop) {
    const CancellationScope scope(stop);
    try {
      while (!stop.stop_requested()) {
        std::optional<Item> item = guarded(Kind::input, "source", "frame " + std::to_string(captured_),
                                           [&] { return source.next(); });
        if (!item) break;
        ++captured_;
        mailbox_.put({std::move(*item), Clock::now()});
      }
    } catch (...) {
      if (!is_canceled()) fault_ = std::current_exception();
    }
    mailbox_.close();
  }

  Mailbox<Capture> mailbox_;
  std::size_t captured_ = 0;
  std::exception_ptr fault_;
  std::jthread thread_;  // last: starts after the other members exist, and joins before they are destroyed
};

}  // namespace

LiveSummary run_live(Source& source, const Work& work, const Display& display, std::stop_token stop,
                     const Idle& idle) {
  LiveSummary summary;
  RateMeter meter;
  CaptureThread capture(source);
  const std::stop_callback on_stop(stop, [&] { capture.stop(); });

  bool wanted = true;
  while (wanted) {
    const std::optional<Capture> frame = capture.newest(idle);
    if (!frame) break;
    const Record record = examined(work, frame->item);
    const Clock::time_point now = Clock::now();
    const LiveFrame view{frame->item, record, now - frame->taken, meter.tick(now), capture.dropped()};
    wanted = guarded(Kind::output, "display", frame->item.input, [&] { return display(view); });
    ++summary.processed;
    summary.failed += record.error.has_value();
    summary.worst_latency = std::max(summary.worst_latency, view.latency);
  }
  summary.captured = capture.finish();
  summary.dropped = summary.captured - summary.processed;
  summary.canceled = stop.stop_requested();
  return summary;
}

}  // namespace ocelli::internal
