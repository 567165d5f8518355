#include "ocelli/tracking/tracker.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

#include "ocelli/core/option_table.hpp"
#include "ocelli/tracking/association.hpp"

namespace ocelli::internal {
namespace {

/// Frames for which an object that is no longer found is reported. Longer, and the box of one that has left
/// stays on.
constexpr int kMaxCoasting = 10;

Detection estimate_of(const Detection& last, const Box& box, int number) {
  return {.box = box, .score = last.score, .label = last.label, .track = number, .seen = false};
}

}  // namespace

void TrackOptions::validate() const { check_options(*this); }

struct Tracker::State {
  struct Known {
    int number = 0;  ///< 0 before the track is confirmed
    Detection last;
  };

  TrackOptions options;
  Association association;
  int confirmed = 0;
  std::map<std::size_t, Known> known;  ///< by the id of the track
};

Tracker::Tracker(const TrackOptions& options, float sure_score)
    : state_(std::make_unique<State>(
          State{.options = options, .association = Association(options, sure_score), .known = {}})) {}
Tracker::~Tracker() = default;
Tracker::Tracker(Tracker&&) noexcept = default;
Tracker& Tracker::operator=(Tracker&&) noexcept = default;

std::vector<Detection> Tracker::follow(const SearchedFrame& frame) {
  State& state = *state_;
  const std::vector<std::optional<std::size_t>> ids = state.association.next(frame);
  for (std::size_t d = 0; d < ids.size(); ++d)
    if (ids[d]) state.known[*ids[d]].last = (*frame)[d];

  std::map<std::size_t, State::Known> still_known;
  std::vector<Detection> followed;
  for (const Association::Track& track : state.association.tracks()) {
    State::Known& known = still_known[track.id] = std::move(state.known[track.id]);
    if (known.number == 0 && track.detections >= state.options.confirm) known.number = ++state.confirmed;
    if (known.number == 0 || track.missed > kMaxCoasting) continue;
    Detection detection = known.last;
    if (track.missed > 0) {
      detection = estimate_of(known.last, track.motion.box(), known.number);
    } else {
      detection.box = track.motion.box();
      detection.track = known.number;
    }
    followed.push_back(std::move(detection));
  }
  state.known = std::move(still_known);
  std::ranges::sort(followed, {}, &Detection::track);
  return followed;
}

}  // namespace ocelli::internal
