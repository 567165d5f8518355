#include "ocelli/evaluation/track_evaluation.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/mot_tracks.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

struct Pair {
  fs::path found, truth;
};

std::vector<Pair> pairs_of(const fs::path& found, const fs::path& truth) {
  if (!fs::is_directory(truth)) return {{found, truth}};
  require(fs::is_directory(found), Kind::input, "is not a folder, but the truth is one", found.string());
  std::vector<Pair> pairs;
  for (const fs::directory_entry& entry : fs::directory_iterator(truth))
    if (entry.path().extension() == ".txt") pairs.push_back({found / entry.path().filename(), entry.path()});
  require(!pairs.empty(), Kind::input, "contains no .txt files of tracks", truth.string());
  std::ranges::sort(pairs, {}, &Pair::truth);
  return pairs;
}

std::vector<std::string> notes_on(const std::vector<Pair>& pairs, const fs::path& found) {
  std::vector<std::string> notes;
  if (!fs::is_directory(found)) return notes;
  for (const Pair& pair : pairs)
    if (!fs::exists(pair.found))
      notes.push_back(pair.found.string() + " is missing and counts as nothing found");
  for (const fs::directory_entry& entry : fs::directory_iterator(found))
    if (entry.path().extension() == ".txt" && std::ranges::count(pairs, entry.path(), &Pair::found) == 0)
      notes.push_back(entry.path().string() + " has no truth and is left out");
  std::ranges::sort(notes);
  return notes;
}

/// The frames of a video. Numbers of tracks become small ones from `first` on; returns the next one.
std::size_t add_frames(const Pair& pair, std::size_t first, std::vector<TrackFrame>& frames) {
  const bool is_missing = !fs::exists(pair.found) && fs::exists(pair.truth);
  const std::vector<MotBox> truths = read_mot_tracks(pair.truth),
                            found = is_missing ? std::vector<MotBox>() : read_mot_tracks(pair.found);
  require(!truths.empty(), Kind::input, "contains no tracks: expected lines of frame,track,x,y,w,h",
          pair.truth.string());
  std::map<int, TrackFrame> by_frame;
  std::map<int, std::size_t> truth_numbers, found_numbers;
  std::size_t next = first;
  const auto numbered = [&](std::map<int, std::size_t>& numbers, const MotBox& box) {
    const auto [known, is_new] = numbers.try_emplace(box.track, next);
    if (is_new) ++next;
    return TrackedBox{known->second, box.box};
  };
  for (const MotBox& box : truths) {
    TrackFrame& frame = by_frame[box.frame];
    if (box.counts)
      frame.truths.push_back(numbered(truth_numbers, box));
    else
      frame.ignored.push_back(box.box);
  }
  for (const MotBox& box : found) by_frame[box.frame].found.push_back(numbered(found_numbers, box));
  for (auto& [number, frame] : by_frame) frames.push_back(std::move(frame));
  return next;
}

}  // namespace

TrackEvaluation evaluate_tracks(const fs::path& found, const fs::path& truth) {
  const std::vector<Pair> pairs = pairs_of(found, truth);
  require(pairs.size() > 1 || fs::is_directory(truth) || fs::exists(found), Kind::input, "no such file",
          found.string());
  TrackEvaluation evaluation{.videos = {}, .all = {}, .notes = notes_on(pairs, found)};
  std::vector<TrackFrame> all;
  std::size_t next = 0;
  for (const Pair& pair : pairs) {
    std::vector<TrackFrame> frames;
    next = add_frames(pair, next, frames);
    evaluation.videos.push_back({pair.truth.stem().string(), track_scores(frames)});
    std::ranges::move(frames, std::back_inserter(all));
  }
  evaluation.all = track_scores(all);
  return evaluation;
}

}  // namespace ocelli::internal
