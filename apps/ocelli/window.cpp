#include "window.hpp"

#include <algorithm>
#include <ctime>
#include <span>
#include <utility>

#include "ocelli/core/plugin.hpp"
#include "ocelli/imaging/concealment.hpp"
#include "ocelli/pipelines/output/drawing.hpp"

namespace ocelli::internal::app {
namespace {

constexpr Seconds kPatience{1.5};
const cv::Size kSizeWithoutFrames(640, 480);

std::unique_ptr<Screen> open_screen(const std::string& title) {
  std::unique_ptr<Screen> screen = plugin<WindowLibrary>(Kind::output).open(title);
  require(screen != nullptr, Kind::output,
          "cannot open a window: is there a display (DISPLAY)? Without one, use --draw or -o", "--show");
  return screen;
}

}  // namespace

Window::Window(const std::string& title) : Window(open_screen(title), live_folder(std::time(nullptr))) {}

Window::Window(std::unique_ptr<Screen> screen, std::string folder)
    : screen_(std::move(screen)), files_(std::move(folder)) {
  notice_.say("? shows the keys", Notice::Clock::now());
}

bool Window::show(const LiveFrame& frame) {
  if (view_.is_paused) return refresh();
  if (frame.record.error) {
    picture_ = message_picture(picture_.empty() ? kSizeWithoutFrames : picture_.size(), *frame.record.error);
    shown_.reset();
    return refresh();
  }
  shown_ = Shown{frame.item, frame.record, frame.rate};
  figures_.add(frame.latency.count() * 1e3, frame.rate);
  compose();
  files_.record(picture_);
  return refresh();
}

bool Window::wait(Seconds without_frame) {
  if (picture_.empty()) picture_ = message_picture(kSizeWithoutFrames, "waiting for the first frame");
  if (!view_.is_paused && without_frame > kPatience)
    notice_.say("no frame for " + std::to_string(static_cast<int>(without_frame.count())) + " s",
                Notice::Clock::now());
  return refresh();
}

/// The frame with what is chosen to be seen of its objects.
void Window::compose() {
  if (!shown_) return;
  const std::vector<Detection> found = confident(shown_->record.detections, view_);
  if (!view_.is_covered) {
    picture_ = draw(color_image(shown_->item), found);
    return;
  }
  picture_ = draw(color_image(shown_->item), std::span<const Detection>());
  conceal(picture_, shown_->record.detections, {});  // all of them: what is unsure may be a face, too
}

bool Window::refresh() {
  cv::Mat seen = picture_.clone();
  if (shown_) paint_figures(seen, figures_);
  if (files_.is_recording()) paint_recording(seen);
  paint_notice(seen, view_.is_paused ? "paused" : notice_.text(Notice::Clock::now()));
  if (view_.shows_keys) paint_keys(seen, live_keys());
  obey(screen_->show(seen));
  return !view_.is_closed;
}

void Window::obey(int key) {
  if (key == Screen::kClosed) view_.is_closed = true;
  const LiveView before = view_;
  const Pressed after = pressed(view_, key);
  view_ = after.view;
  if (view_ == before && after.action == LiveAction::none) return;
  if (view_.is_paused != before.is_paused && on_pause_) on_pause_(view_.is_paused);
  if (view_.least != before.least) {
    const std::string limit = limit_text(view_, has_probabilities());
    notice_.say(limit.empty() ? "all detections" : limit, Notice::Clock::now());
  }
  follow_recording();
  compose();
  act(after.action);
}

void Window::act(LiveAction action) {
  if (action == LiveAction::none || !shown_) return;
  Record chosen = shown_->record;
  chosen.detections = confident(chosen.detections, view_);
  const bool saves = action == LiveAction::save;
  notice_.say(saves ? files_.save(shown_->item, picture_) : files_.crop(shown_->item, chosen),
              Notice::Clock::now());
}

/// Starts or ends the video that the view wants or does not want.
void Window::follow_recording() {
  if (view_.is_recording == files_.is_recording()) return;
  const bool starts = view_.is_recording && shown_;
  notice_.say(
      starts ? files_.start_recording(shown_->item, picture_.size(), shown_->rate) : files_.stop_recording(),
      Notice::Clock::now());
  view_.is_recording = files_.is_recording();
}

bool Window::has_probabilities() const {
  return shown_ && std::ranges::any_of(shown_->record.detections,
                                       [](const Detection& found) { return found.probability.has_value(); });
}

}  // namespace ocelli::internal::app
