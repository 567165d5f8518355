#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ocelli/detection.hpp"

namespace ocelli::internal {

/// A box and the number of its track.
struct TrackedBox {
  std::size_t track = 0;  ///< small: scores need memory for each pair of a true and a found track
  Box box;
};

/// A frame of a video: where objects are, and where a tracker found them.
struct TrackFrame {
  std::vector<TrackedBox> truths, found;
  std::vector<Box> ignored;  ///< neither objects to find nor, when found, false positives
};

/// How well objects were followed.
struct TrackScores {
  std::size_t truths = 0, hits = 0, false_positives = 0;  ///< boxes of all frames, at an overlap of 0.5
  std::size_t switches = 0;  ///< how often an object is found under another number than before
  double mota = 0;           ///< 1 - (misses + false positives + switches) / truths; may be below 0
  double hota = 0;           ///< the geometric mean of finding and of keeping numbers, over overlaps
  double detection = 0;      ///< HOTA's part for finding: DetA
  double association = 0;    ///< HOTA's part for keeping numbers: AssA

  double recall() const { return truths > 0 ? static_cast<double>(hits) / static_cast<double>(truths) : 0; }
};

/// The scores of all frames together. Found boxes on ignored ones are dropped first.
/// Cost    O(n^3) for n boxes of a frame, twice; 20 numbers for each pair of tracks that meet.
/// Source  Bernardin and Stiefelhagen 2008, "Evaluating multiple object tracking performance: the CLEAR MOT
///         metrics"; Luiten et al. 2021, "HOTA: a higher order metric for evaluating multi-object tracking",
///         eq. 10, 14 and 16 and section 5.2.
TrackScores track_scores(std::span<const TrackFrame> frames);

}  // namespace ocelli::internal
