#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/detection.hpp"

namespace ocelli::internal {

/// An object that was hidden. In a photo, page and frame of `box` are 0.
struct HiddenObject {
  int number = 0;                   ///< for --keep
  std::size_t first = 0, last = 0;  ///< frames, or pages, from 0
  std::size_t frames = 0;           ///< in which it was found
  float best_score = 0;
  Box box;               ///< where it was surest, in display pixels
  bool is_kept = false;  ///< left clear on request
};

/// Frames to look at, from 0, both included, and why.
struct DoubtfulFrames {
  std::size_t first = 0, last = 0;
  double seconds = 0;  ///< of the first
  std::string reason;
  bool is_missing = false;  ///< not in the copy, so without a number
};

/// What was hidden in a file.
struct BlurredFile {
  std::string input = {}, output = {};
  std::vector<HiddenObject> objects = {};
  std::size_t frames = 0;          ///< of a video, or pages
  std::size_t hidden_frames = 0;   ///< with at least one object
  std::size_t bridged_frames = 0;  ///< with an object that was not found, whose place is an estimate
  std::vector<DoubtfulFrames> damaged = {};  ///< hidden as a whole, or lost
  std::vector<DoubtfulFrames> doubtful = {};
  std::vector<std::string> notes = {};
  std::optional<std::string> error = {};
};

/// The report on a run, as JSON. For the bundled model, with the share of faces that it misses.
std::string report_text(const std::vector<BlurredFile>& files, bool is_bundled_model);

/// "3 faces hidden in 250 of 300 frames, 12 of them estimated; 2 frames damaged".
std::string summary_of(const BlurredFile& file, const std::string& label);

}  // namespace ocelli::internal
