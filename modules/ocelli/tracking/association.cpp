#include "ocelli/tracking/association.hpp"

#include <algorithm>
#include <numeric>

#include "ocelli/metrics/assignment.hpp"

namespace ocelli::internal {
namespace {

std::vector<std::size_t> indices(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

/// With room around, so that a small object that moves fast overlaps with where it was expected.
/// Source  Yang et al. 2023, "Hard to track objects with irregular motions and similar appearances? Make it
///         easier by buffering the matching space".
Box enlarged(const Box& box) {
  constexpr float kRoom = 0.5F;  // shares of the sides
  return {box.x - kRoom * box.w, box.y - kRoom * box.h, (1 + 2 * kRoom) * box.w, (1 + 2 * kRoom) * box.h};
}

}  // namespace

TrackPairs pair_by_overlap(std::span<const Box> tracks, std::span<const Detection> detections,
                           std::vector<std::size_t>& free_tracks, std::vector<std::size_t>& free_detections,
                           double min_overlap) {
  Eigen::MatrixXd gains(static_cast<Eigen::Index>(free_tracks.size()),
                        static_cast<Eigen::Index>(free_detections.size()));
  for (Eigen::Index t = 0; t < gains.rows(); ++t)
    for (Eigen::Index d = 0; d < gains.cols(); ++d) {
      const auto share = static_cast<double>(
          overlap(enlarged(tracks[free_tracks[static_cast<std::size_t>(t)]]),
                  enlarged(detections[free_detections[static_cast<std::size_t>(d)]].box)));
      gains(t, d) = share >= min_overlap ? share : 0;
    }
  TrackPairs pairs;
  const std::vector<std::optional<int>> assigned = best_assignment(gains);
  for (std::size_t t = 0; t < assigned.size(); ++t)
    if (assigned[t])
      pairs.emplace_back(free_tracks[t], free_detections[static_cast<std::size_t>(*assigned[t])]);
  for (const auto& [track, detection] : pairs) {
    std::erase(free_tracks, track);
    std::erase(free_detections, detection);
  }
  return pairs;
}

Association::Association(const TrackOptions& options, float sure_score)
    : options_(options), sure_score_(sure_score) {
  options_.validate();
}

std::vector<std::optional<std::size_t>> Association::next(const SearchedFrame& frame) {
  const std::vector<Detection> none;
  const std::vector<Detection>& detections = frame ? *frame : none;
  std::vector<Box> boxes;
  for (Track& track : tracks_) {
    track.motion.predict();
    boxes.push_back(track.motion.box());
    ++track.missed;
  }

  std::vector<std::size_t> sure, faint, free = indices(tracks_.size());
  for (const std::size_t i : indices(detections.size()))
    (detections[i].score >= sure_score_ ? sure : faint).push_back(i);
  TrackPairs pairs = pair_by_overlap(boxes, detections, free, sure, kSureOverlap);
  // A faint detection continues only what was there a frame ago.
  std::erase_if(free, [&](std::size_t t) { return tracks_[t].missed > 1; });
  std::ranges::copy(pair_by_overlap(boxes, detections, free, faint, kFaintOverlap),
                    std::back_inserter(pairs));
  std::vector<std::optional<std::size_t>> ids(detections.size());
  for (const auto& [t, d] : pairs) {
    Track& track = tracks_[t];
    track.motion.correct(detections[d].box);
    ++track.detections;
    track.missed = 0;
    ids[d] = track.id;
  }
  for (const std::size_t d : sure) {
    ids[d] = begun_;
    tracks_.push_back({.motion = BoxMotion(detections[d].box), .id = begun_++});
  }
  std::erase_if(tracks_, [&](const Track& track) {
    const bool is_unconfirmed = track.detections < options_.confirm;
    return track.missed > (is_unconfirmed ? 0 : options_.gap) && (frame || !is_unconfirmed);
  });
  return ids;
}

}  // namespace ocelli::internal
