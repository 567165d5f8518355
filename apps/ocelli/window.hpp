#pragma once

#include <functional>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>

#include "live_files.hpp"
#include "live_panel.hpp"
#include "live_view.hpp"
#include "ocelli/pipelines/executors/live.hpp"
#include "window_library.hpp"

namespace ocelli::internal::app {

/// A window that shows live frames with their detections and figures, and obeys the keys of live_keys().
class Window {
 public:
  /// Throws  Error(Kind::output) when there is no display.
  explicit Window(const std::string& title);
  /// A view on any screen, that saves files in this folder.
  Window(std::unique_ptr<Screen> screen, std::string folder);

  /// Called with true when the viewer pauses, and with false when the view goes on.
  void on_pause(std::function<void(bool)> call) { on_pause_ = std::move(call); }

  /// Shows the frame, or its error; false once the viewer has quit.
  bool show(const LiveFrame& frame);

  /// Obeys keys while no frame comes, and says so after some time; false once the viewer has quit.
  bool wait(Seconds without_frame);

 private:
  /// The newest frame, kept for when there is no newer one.
  struct Shown {
    Item item;
    Record record;
    double rate = 0;
  };

  void obey(int key);
  void act(LiveAction action);
  void follow_recording();
  void compose();
  bool refresh();
  bool has_probabilities() const;

  std::unique_ptr<Screen> screen_;
  LiveFiles files_;
  LiveView view_;
  LiveFigures figures_;
  Notice notice_;
  std::function<void(bool)> on_pause_;
  std::optional<Shown> shown_;
  cv::Mat picture_;  ///< the frame with boxes or covers, without the panels
};

}  // namespace ocelli::internal::app
