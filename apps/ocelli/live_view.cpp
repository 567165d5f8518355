#include "live_view.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "ocelli/pipelines/output/figures.hpp"

namespace ocelli::internal::app {
namespace {

constexpr int kEscape = 27, kMostSteps = 19;
constexpr double kPercentOfStep = 5, kScoreOfStep = 0.5;

constexpr std::array kLiveKeys = {
    LiveKey{' ', "space", "pause"},        LiveKey{'s', "s", "save the picture"},
    LiveKey{'b', "b", "blur the objects"}, LiveKey{'c', "c", "crop the objects to files"},
    LiveKey{'r', "r", "record a video"},   LiveKey{'+', "+ -", "least confidence shown"},
    LiveKey{'?', "? h", "these keys"},     LiveKey{'q', "q Esc", "quit"}};

bool is_confident(const Detection& detection, int steps) {
  if (detection.probability) return 100.0 * *detection.probability >= kPercentOfStep * steps;
  return steps == 0 || detection.score >= kScoreOfStep * steps;
}

}  // namespace

std::span<const LiveKey> live_keys() { return kLiveKeys; }

Pressed pressed(const LiveView& view, int key) {
  Pressed after{view};
  LiveView& next = after.view;
  switch (key) {
    case ' ':
      next.is_paused = !next.is_paused;
      break;
    case 'b':
      next.is_covered = !next.is_covered;
      break;
    case 'r':
      next.is_recording = !next.is_recording;
      break;
    case '?':
    case 'h':
      next.shows_keys = !next.shows_keys;
      break;
    case '+':
    case '=':
      next.least = std::min(next.least + 1, kMostSteps);
      break;  // + without shift
    case '-':
      next.least = std::max(next.least - 1, 0);
      break;
    case 's':
      after.action = LiveAction::save;
      break;
    case 'c':
      after.action = LiveAction::crop;
      break;
    case 'q':
    case kEscape:
      next.is_closed = true;
      break;
    default:
      break;
  }
  return after;
}

std::vector<Detection> confident(std::span<const Detection> detections, const LiveView& view) {
  std::vector<Detection> kept;
  std::ranges::copy_if(detections, std::back_inserter(kept),
                       [&](const Detection& detection) { return is_confident(detection, view.least); });
  return kept;
}

std::string limit_text(const LiveView& view, bool has_probabilities) {
  if (view.least == 0) return {};
  if (has_probabilities) return "at least " + fixed(kPercentOfStep * view.least, 0) + " %";
  return "score at least " + fixed(kScoreOfStep * view.least, 1);
}

}  // namespace ocelli::internal::app
