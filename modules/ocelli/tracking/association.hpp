#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/detection.hpp"
#include "ocelli/tracking/box_motion.hpp"
#include "ocelli/tracking/tracker.hpp"

namespace ocelli::internal {

/// The least overlaps of a track with a sure detection and with a faint one.
inline constexpr double kSureOverlap = 0.2, kFaintOverlap = 0.4;

/// A track and the detection that it gets, as indices.
using TrackPairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// Pairs the free tracks and the free detections so that the sum of their overlaps is largest. Pairs of less
/// than `min_overlap` stay apart. What is paired is no longer free.
TrackPairs pair_by_overlap(std::span<const Box> tracks, std::span<const Detection> detections,
                           std::vector<std::size_t>& free_tracks, std::vector<std::size_t>& free_detections,
                           double min_overlap);

/// The forward pass: which detection of each frame belongs to which track.
class Association {
 public:
  struct Track {
    BoxMotion motion;
    std::size_t id;      ///< from 0, in the order of their first detections
    int detections = 1;  ///< so far
    int missed = 0;      ///< frames since the last detection
  };

  Association(const TrackOptions& options, float sure_score);

  /// Moves on to the next frame. Returns the id of the track of each detection. Faint detections may have
  /// none.
  std::vector<std::optional<std::size_t>> next(const SearchedFrame& frame);

  /// The tracks that have not ended, in the order of their ids.
  const std::vector<Track>& tracks() const { return tracks_; }

 private:
  TrackOptions options_;
  float sure_score_;
  std::size_t begun_ = 0;
  std::vector<Track> tracks_;
};

}  // namespace ocelli::internal
