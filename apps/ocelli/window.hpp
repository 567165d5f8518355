#pragma once

#include <memory>
#include <string>

#include "ocelli/pipelines/executors/live.hpp"
#include "window_library.hpp"

namespace ocelli::internal::app {

/// A window that shows live frames with their detections, latency and frame rate.
class Window {
 public:
  /// Throws  Error(Kind::output) when there is no display.
  explicit Window(const std::string& title);

  /// Shows the frame; false once the viewer has pressed q or Escape, or closed the window.
  bool show(const LiveFrame& frame);

 private:
  std::unique_ptr<Screen> screen_;
};

/// The text that the window draws over a frame: "12.3 ms, 25.0 frames per second, 3 dropped".
std::string overlay_text(const LiveFrame& frame);

}  // namespace ocelli::internal::app
