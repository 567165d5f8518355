#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>

#include "ocelli/tracking/association.hpp"
#include "ocelli/tracking/tracker.hpp"

namespace ocelli::internal {
namespace {

/// The detections of a track, by frame.
using Sightings = std::map<std::size_t, Detection>;

/// The result of the forward pass, and the detections that belong to no track yet.
struct Followed {
  std::vector<Sightings> tracks;
  std::vector<std::vector<Detection>> left;  ///< of each frame
};

Followed follow_forward(std::span<const SearchedFrame> frames, const TrackOptions& options,
                        float sure_score) {
  Association association(options, sure_score);
  Followed result;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const std::vector<std::optional<std::size_t>> ids = association.next(frames[i]);
    result.left.emplace_back();
    for (std::size_t d = 0; d < ids.size(); ++d) {
      const Detection& detection = (*frames[i])[d];
      if (!ids[d]) {
        result.left.back().push_back(detection);
        continue;
      }
      result.tracks.resize(std::max(result.tracks.size(), *ids[d] + 1));
      result.tracks[*ids[d]].emplace(i, detection);
    }
  }
  return result;
}

/// Tracks of too few detections end; the backward pass may give these to others.
void dissolve_short_tracks(Followed& followed, const TrackOptions& options) {
  const auto is_short = [&](const Sightings& track) {
    return track.size() < static_cast<std::size_t>(options.confirm);
  };
  for (const Sightings& track : followed.tracks) {
    if (!is_short(track)) continue;
    for (const auto& [frame, detection] : track) followed.left[frame].push_back(detection);
  }
  std::erase_if(followed.tracks, is_short);
}

/// The second pass: from the last frame to the first, tracks get what the first pass left.
class BackwardPass {
 public:
  BackwardPass(Followed& followed, const TrackOptions& options) : followed_(followed), options_(options) {
    for (std::size_t t = 0; t < followed.tracks.size(); ++t)
      ending_[followed.tracks[t].rbegin()->first].push_back(t);
  }

  void run() {
    for (std::size_t frame = followed_.left.size(); frame-- > 0;) step(frame);
  }

 private:
  struct Track {
    std::size_t index;
    BoxMotion motion;
    int missed = 0;

    void correct(const Box& seen) {
      motion.correct(seen);
      missed = 0;
    }
  };

  void step(std::size_t frame) {
    std::vector<Box> boxes;
    std::vector<std::size_t> free_tracks;
    for (Track& track : active_) {
      track.motion.predict();
      boxes.push_back(track.motion.box());
      ++track.missed;
      const Sightings& sightings = followed_.tracks[track.index];
      if (const auto seen = sightings.find(frame); seen != sightings.end())
        track.correct(seen->second.box);
      else
        free_tracks.push_back(boxes.size() - 1);
    }
    std::vector<Detection>& left = followed_.left[frame];
    std::vector<std::size_t> free_detections(left.size());
    std::iota(free_detections.begin(), free_detections.end(), std::size_t{0});
    for (const auto& [t, d] : pair_by_overlap(boxes, left, free_tracks, free_detections, kFaintOverlap)) {
      active_[t].correct(left[d].box);
      followed_.tracks[active_[t].index].emplace(frame, left[d]);
    }
    std::erase_if(active_, [&](const Track& track) { return track.missed > options_.gap; });
    for (const std::size_t t : ending_[frame])
      active_.push_back({t, BoxMotion(followed_.tracks[t].rbegin()->second.box)});
  }

  Followed& followed_;
  const TrackOptions& options_;
  std::map<std::size_t, std::vector<std::size_t>> ending_;  ///< tracks by their last frame
  std::vector<Track> active_;
};

/// The box that many frames beyond `end`, if it keeps moving as from `before` to `end`.
Box moved_on(const Box& before, const Box& end, int frames) {
  const auto count = static_cast<float>(frames);
  const float x = end.center_x() + count * (end.center_x() - before.center_x());
  const float y = end.center_y() + count * (end.center_y() - before.center_y());
  return {x - end.w / 2, y - end.h / 2, end.w, end.h};
}

/// Writes a track to its frames: smoothed, without gaps, and extended at both ends.
void write_track(const Sightings& track, int number, const TrackOptions& options,
                 std::vector<std::vector<Detection>>& frames) {
  const std::size_t first = track.begin()->first, last = track.rbegin()->first;
  std::vector<std::optional<Box>> seen(last - first + 1);
  for (const auto& [frame, detection] : track) seen[frame - first] = detection.box;
  const std::vector<Box> boxes = smoothed(seen);

  const auto write_estimate = [&](std::size_t frame, const Detection& like, const Box& box) {
    frames[frame].push_back(
        {.box = box, .score = like.score, .label = like.label, .track = number, .seen = false});
  };
  const std::size_t second = std::min<std::size_t>(1, boxes.size() - 1), end = boxes.size() - 1;
  for (int i = options.extension; i > 0; --i)
    if (first >= static_cast<std::size_t>(i))
      write_estimate(first - static_cast<std::size_t>(i), track.begin()->second,
                     moved_on(boxes[second], boxes[0], i));
  auto known = track.begin();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (const auto next = track.find(first + i); next != track.end()) {
      known = next;
      Detection detection = known->second;
      detection.box = boxes[i];
      detection.track = number;
      frames[first + i].push_back(std::move(detection));
    } else {
      write_estimate(first + i, known->second, boxes[i]);
    }
  }
  for (int i = 1; i <= options.extension && last + static_cast<std::size_t>(i) < frames.size(); ++i)
    write_estimate(last + static_cast<std::size_t>(i), track.rbegin()->second,
                   moved_on(boxes[end - second], boxes[end], i));
}

}  // namespace

std::vector<std::vector<Detection>> follow_both_ways(std::span<const SearchedFrame> frames,
                                                     const TrackOptions& options, float sure_score) {
  Followed followed = follow_forward(frames, options, sure_score);
  dissolve_short_tracks(followed, options);
  BackwardPass(followed, options).run();
  std::ranges::stable_sort(followed.tracks, {}, [](const Sightings& track) { return track.begin()->first; });
  std::vector<std::vector<Detection>> result(frames.size());
  int number = 0;
  for (const Sightings& track : followed.tracks) write_track(track, ++number, options, result);
  return result;
}

}  // namespace ocelli::internal
