#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

#include "ocelli/detection.hpp"

namespace ocelli::internal {

/// An object in a frame of a video.
struct MotBox {
  int frame = 0;  ///< from 1
  int track = 0;
  Box box;
  bool counts = true;  ///< in a truth: false if it may be found or missed

  friend bool operator==(const MotBox&, const MotBox&) = default;
};

/// The tracks of a video in the text format of the MOT challenge, a box a line:
///
///     frame,track,x,y,w,h,score,...
///
/// Frames count from 1. Further numbers are optional and not used. In a truth, a score of 0 marks what may be
/// found or missed. Numbers may also be separated by blanks. Lines that begin with # are comments.
///
/// Throws  Error(Kind::input) naming the file and the first wrong line: without six numbers, with a frame
///         below 1, a negative track, a track twice in a frame, or a box without width or height; also for a
///         file of more than 1 GiB.
/// Source  Leal-Taixe et al. 2015, "MOTChallenge 2015: towards a benchmark for multi-target tracking".
std::vector<MotBox> parse_mot_tracks(std::string_view text, std::string_view name);
std::vector<MotBox> read_mot_tracks(const std::filesystem::path& file);

}  // namespace ocelli::internal
