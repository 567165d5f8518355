#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/detection.hpp"

namespace ocelli::internal {

/// How objects are followed through the frames of a video.
struct TrackOptions {
  /// Detections whose score is at most this much below the detector's minimum continue a track, but start
  /// none.
  double faint = 2;
  int every = 1;      ///< the detector searches every n-th frame
  int gap = 30;       ///< frames without a detection after which a track ends
  int confirm = 2;    ///< detections that a track needs; shorter ones are dropped
  int extension = 0;  ///< frames for which a track continues before its first and after its last detection

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("every", self.every, "search every n-th frame and follow the objects in between",
          option::from(1).to(1000).basic());
    visit("track-faint", self.faint,
          "detections whose score is at most this much below the minimum score continue a track, but start "
          "none",
          option::from(0).to(100));
    visit("track-gap", self.gap, "frames without a detection after which a track ends",
          option::from(0).to(10'000).in("frames"));
    visit("track-confirm", self.confirm, "detections that a track needs; shorter tracks are dropped",
          option::from(1).to(1000));
    visit("track-extension", self.extension,
          "frames for which a track continues before its first and after its last detection",
          option::from(0).to(1000).in("frames"));
  }

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  /// Whether the detector searches this frame, from 0.
  bool searches(std::size_t frame) const { return frame % static_cast<std::size_t>(every) == 0; }
};

/// The detections of a frame; nothing for a frame in which the detector did not search.
using SearchedFrame = std::optional<std::vector<Detection>>;

/// Follows objects while the frames arrive, for cameras and streams.
///
/// Each frame takes two rounds of assignment by overlap. Tracks first get the sure detections, those of at
/// least `sure_score`. The tracks that remain get the faint ones. The motion of a box is that of a Kalman
/// filter with constant velocity. follow_both_ways() gives better tracks if the whole video is known.
///
/// Source  Zhang et al. 2022, "ByteTrack: multi-object tracking by associating every detection box".
class Tracker {
 public:
  /// Throws  Error(Kind::usage) naming the invalid option.
  Tracker(const TrackOptions& options, float sure_score);
  ~Tracker();
  Tracker(Tracker&&) noexcept;
  Tracker& operator=(Tracker&&) noexcept;

  /// The tracked objects of the next frame, in the order of their numbers. Objects that the detector did not
  /// find have `seen` = false and the box that the motion predicts, for at most `gap` frames.
  /// Cost  O(n^3) for n objects; microseconds for a few.
  std::vector<Detection> follow(const SearchedFrame& frame);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The tracked objects of each frame of a whole video, in the order of their numbers.
///
/// A second pass, backward, gives a track the faint detections before its first sure one. Gaps are filled,
/// and boxes are smoothed with what is known before and after them.
///
/// Source  ByteTrack, as above; Rauch, Tung and Striebel 1965 (the smoother).
/// Cost    linear in the number of frames; the memory of the detections.
std::vector<std::vector<Detection>> follow_both_ways(std::span<const SearchedFrame> frames,
                                                     const TrackOptions& options, float sure_score);

}  // namespace ocelli::internal
