#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocelli/detection.hpp"

/// What a live view does for each key, without a window.
namespace ocelli::internal::app {

/// What the viewer has chosen.
struct LiveView {
  bool is_paused = false, is_covered = false, is_recording = false, shows_keys = false, is_closed = false;
  int least = 0;  ///< steps of the least confidence shown: 5 percent each, or 0.5 of the score

  friend bool operator==(const LiveView&, const LiveView&) = default;
};

/// What is done once, with the frame that is shown.
enum class LiveAction { none, save, crop };

struct LiveKey {
  char key;
  const char* name;     ///< as the keys are listed
  const char* meaning;  ///< "pause"
};

/// All keys, in the order of the list that `?` shows.
std::span<const LiveKey> live_keys();

/// The view after a key, and what to do. Other keys, and those of no key (below 0), change nothing.
struct Pressed {
  LiveView view;
  LiveAction action = LiveAction::none;
};
Pressed pressed(const LiveView& view, int key);

/// The detections with at least the chosen confidence.
std::vector<Detection> confident(std::span<const Detection> detections, const LiveView& view);

/// "at least 35 %", or "score at least 1.5" for detections without probabilities; empty for no limit.
std::string limit_text(const LiveView& view, bool has_probabilities);

/// Words that are shown for two seconds.
class Notice {
 public:
  using Clock = std::chrono::steady_clock;

  void say(std::string text, Clock::time_point now) {
    text_ = std::move(text);
    until_ = now + std::chrono::seconds(2);
  }
  /// Empty when there is nothing to say.
  std::string text(Clock::time_point now) const { return now < until_ ? text_ : std::string(); }

 private:
  std::string text_;
  Clock::time_point until_;
};

}  // namespace ocelli::internal::app
