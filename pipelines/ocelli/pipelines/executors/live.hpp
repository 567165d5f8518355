#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>

#include "ocelli/pipelines/stages/stages.hpp"

namespace ocelli {

using Seconds = std::chrono::duration<double>;

/// A frame that was looked at, and how well the view keeps up.
struct LiveFrame {
  const Item& item;
  const Record& record;
  Seconds latency{};        ///< from the frame's capture to its result
  double rate = 0;          ///< frames looked at a second, over the last thirty
  std::size_t dropped = 0;  ///< frames so far that a newer one replaced before they were looked at
};

/// Shows a frame; false when the viewer has seen enough.
using Display = std::function<bool(const LiveFrame&)>;

struct LiveSummary {
  std::size_t captured = 0;   ///< frames that the source gave
  std::size_t looked_at = 0;  ///< frames that were displayed
  std::size_t dropped = 0;    ///< captured but never looked at
  std::size_t failed = 0;     ///< of those looked at, error records
  Seconds worst_latency{};
  bool cancelled = false;  ///< stopped through the stop token
};

/// Looks at the newest frame only, again and again: a capture thread pulls frames as they come into a mailbox
/// of one place, from which the calling thread takes the newest, works on it and displays it. So latency
/// stays below one frame interval and two rounds of work and display, however fast the frames come. Ends at
/// the source's end, when the display has seen enough, or when `stop` is requested, after at most one frame
/// more. Throws    Error for a fault in any stage, after the capture thread has ended.
LiveSummary run_live(Source& source, const Work& work, const Display& display, std::stop_token stop = {});

}  // namespace ocelli
