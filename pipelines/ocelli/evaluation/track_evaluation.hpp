#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/metrics/track_scores.hpp"

namespace ocelli::internal {

/// How well the objects of videos were followed.
struct TrackEvaluation {
  struct Video {
    std::string name;
    TrackScores scores;
  };
  std::vector<Video> videos;       ///< in the order of their names
  TrackScores all;                 ///< over all frames and tracks together
  std::vector<std::string> notes;  ///< files without a counterpart, a sentence each
};

/// Compares tracks with the truth, both in the format of the MOT challenge: two files, or two folders in
/// which each file NAME.txt of the truth has one of the same name among what was found. A missing one counts
/// as nothing found, and one without truth is left out.
///
/// Throws  Error(Kind::input) as read_mot_tracks(), and for a folder without such files.
TrackEvaluation evaluate_tracks(const std::filesystem::path& found, const std::filesystem::path& truth);

}  // namespace ocelli::internal
