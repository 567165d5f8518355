#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>

#include "ocelli/pipelines/stages/stages.hpp"

namespace ocelli::internal {

using Seconds = std::chrono::duration<double>;

/// A processed frame, and the statistics of the view.
struct LiveFrame {
  const Item& item;
  const Record& record;
  Seconds latency{};        ///< from the frame's capture to its result
  double rate = 0;          ///< frames processed per second, over the last thirty
  std::size_t dropped = 0;  ///< frames so far that were replaced by a newer one before they were processed
};

/// Shows a frame; false when the viewer wants to stop.
using Display = std::function<bool(const LiveFrame&)>;

/// Called every 50 ms while no frame comes, with the time since the last one; false when the viewer wants to
/// stop.
using Idle = std::function<bool(Seconds)>;

struct LiveSummary {
  std::size_t captured = 0;   ///< frames from the source
  std::size_t processed = 0;  ///< frames that were displayed
  std::size_t dropped = 0;    ///< captured but never processed
  std::size_t failed = 0;     ///< processed frames with an error record
  Seconds worst_latency{};
  bool canceled = false;  ///< stopped through the stop token
};

/// Processes only the newest frame. A capture thread puts frames into a mailbox of capacity one as they
/// arrive. The calling thread takes the newest frame, processes it and displays it. Latency therefore stays
/// below one frame interval plus two rounds of work and display, at any frame rate. Ends when the source
/// ends, when the display or `idle` returns false, or when `stop` is requested, after at most one more frame.
/// Throws    Error for a fault in any stage, after the capture thread has ended.
LiveSummary run_live(Source& source, const Work& work, const Display& display, std::stop_token stop = {},
                     const Idle& idle = {});

}  // namespace ocelli::internal
