#include "ocelli/pipelines/blurring/file_blurring.hpp"

#include <tbb/global_control.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/new_file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/imaging/quarter_turn.hpp"
#include "ocelli/pipelines/blurring/ffmpeg_calls.hpp"
#include "ocelli/pipelines/blurring/video_search.hpp"
#include "ocelli/pipelines/sources/video.hpp"

namespace ocelli::internal {
namespace {

using FollowedFrames = std::vector<std::vector<Detection>>;

/// A detection in display pixels, in the frame as stored.
Detection object_as_stored(Detection object, cv::Size displayed, int quarters) {
  const auto width = static_cast<float>(displayed.width), height = static_cast<float>(displayed.height);
  Box& box = object.box;
  // Turning back: by 4 - quarters clockwise.
  if (quarters == 1) box = {box.y, width - box.x - box.w, box.h, box.w};
  if (quarters == 2) box = {width - box.x - box.w, height - box.y - box.h, box.w, box.h};
  if (quarters == 3) box = {height - box.y - box.h, box.x, box.h, box.w};
  return object;
}

/// Collects frames into stretches with the same reason.
class Stretches {
 public:
  void add(std::size_t frame, double seconds, const std::string& reason) {
    if (!all_.empty() && all_.back().last + 1 == frame && all_.back().reason == reason)
      all_.back().last = frame;
    else
      all_.push_back({frame, frame, seconds, reason});
  }
  std::vector<DoubtfulFrames> take() { return std::move(all_); }

 private:
  std::vector<DoubtfulFrames> all_;
};

std::vector<HiddenObject> objects_in(const FollowedFrames& frames, const BlurOptions& options) {
  std::map<int, HiddenObject> objects;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    for (const Detection& detection : frames[i]) {
      const auto [entry, is_new] = objects.try_emplace(*detection.track);
      HiddenObject& object = entry->second;
      if (is_new)
        object = {.number = *detection.track,
                  .first = i,
                  .best_score = detection.score,
                  .box = detection.box,
                  .is_kept = true};
      object.last = i;
      object.is_kept = object.is_kept && options.keeps(detection);
      if (!detection.seen) continue;
      ++object.frames;
      if (detection.score < object.best_score) continue;
      object.best_score = detection.score;
      object.box = detection.box;
    }
  }
  std::vector<HiddenObject> list;
  list.reserve(objects.size());
  for (auto& [number, object] : objects) list.push_back(object);
  return list;
}

/// What is kept is not hidden, and needs no look. An object is kept in the frames in which its center is in
/// the region.
void remove_kept(FollowedFrames& frames, const BlurOptions& options) {
  for (std::vector<Detection>& frame : frames)
    std::erase_if(frame, [&](const Detection& detection) { return options.keeps(detection); });
}

/// Whether an object was not found where the detector searched.
bool is_bridged(const std::vector<Detection>& objects, bool is_searched) {
  return is_searched && std::ranges::any_of(objects, [](const Detection& o) { return !o.seen; });
}

/// Why frames need a look. Only objects that were surer than most false alarms count: what is hidden by
/// mistake needs no look.
class Doubts {
 public:
  Doubts(const std::vector<HiddenObject>& objects, float sure_score) : sure_score_(sure_score) {
    for (const HiddenObject& object : objects)
      if (object.best_score >= sure_score - kLikely) is_seen_once_[object.number] = object.frames == 1;
  }

  /// Empty if the frame needs none.
  std::string about(std::vector<Detection> objects, bool is_searched) const {
    std::erase_if(objects, [&](const Detection& o) { return !is_seen_once_.contains(*o.track); });
    if (is_bridged(objects, is_searched)) return "an object was not found here; its place is an estimate";
    if (std::ranges::any_of(objects, [&](const Detection& o) { return is_seen_once_.at(*o.track); }))
      return "an object was found in a single frame; it may move fast, so look at the frames around, too";
    const bool is_faint =
        std::ranges::any_of(objects, [&](const Detection& o) { return o.seen && o.score < sure_score_; });
    return is_faint ? "an object was found with a low score only" : "";
  }

 private:
  static constexpr float kLikely = 1;

  float sure_score_;
  std::map<int, bool> is_seen_once_;  ///< by the numbers of likely objects
};

BlurredFile report_on(const VideoSearch& search, const FollowedFrames& followed,
                      std::vector<HiddenObject> objects, float sure_score) {
  BlurredFile report{.objects = std::move(objects), .frames = search.frames.size()};
  const Doubts doubts(report.objects, sure_score);
  Stretches damaged, doubtful;
  for (const FrameTime& lost : search.lost)
    report.damaged.push_back({0, 0, lost.seconds, "could not be decoded and is missing", true});
  for (std::size_t i = 0; i < followed.size(); ++i) {
    const VideoSearch::Frame& frame = search.frames[i];
    if (!followed[i].empty()) ++report.hidden_frames;
    if (is_bridged(followed[i], search.found[i].has_value())) ++report.bridged_frames;
    if (frame.is_damaged) {
      damaged.add(i, frame.when.seconds, "damaged, and hidden as a whole");
      continue;
    }
    if (const std::string doubt = doubts.about(followed[i], search.found[i].has_value()); !doubt.empty())
      doubtful.add(i, frame.when.seconds, doubt);
  }
  report.doubtful = doubtful.take();
  for (DoubtfulFrames& stretch : damaged.take()) report.damaged.push_back(std::move(stretch));
  return report;
}

/// Hides the objects of each frame, found by its time.
class FrameBlurring {
 public:
  FrameBlurring(const VideoSearch& search, const FollowedFrames& followed, const BlurOptions& options)
      : search_(search), followed_(followed), how_(options.concealment()) {
    for (std::size_t i = 0; i < search.frames.size(); ++i) index_[search.frames[i].when.time] = i;
  }

  void operator()(const EditedFrame& frame) {
    ++done_;
    const auto known = index_.find(frame.when.time);
    if (known == index_.end()) ++unsearched_;
    if (known == index_.end() || frame.is_damaged || search_.frames[known->second].is_damaged) {
      conceal_all(frame.planes);
      return;
    }
    for (const Detection& object : followed_[known->second])
      conceal(frame.planes, object_as_stored(object, search_.displayed_size(), search_.info.quarters), how_);
  }

  std::size_t done() const { return done_; }
  /// Frames that the first pass did not decode. They are black.
  std::size_t unsearched() const { return unsearched_; }

 private:
  const VideoSearch& search_;
  const FollowedFrames& followed_;
  Concealment how_;
  std::unordered_map<std::int64_t, std::size_t> index_;
  std::size_t done_ = 0, unsearched_ = 0;
};

int encoder_threads() {
  return static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

std::optional<std::string> early_end(const VideoSearch& search) {
  const std::size_t expected = search.info.frames.value_or(0),
                    found = search.frames.size() + search.lost.size();
  constexpr std::size_t kFew = 2, kShare = 20;  // headers are estimates
  if (found + kFew + expected / kShare >= expected) return std::nullopt;
  return "ends after " + std::to_string(found) + " of the " + std::to_string(expected) +
         " frames that its header states: it is truncated or damaged";
}

}  // namespace

BlurredFile blur_video(const BlurPair& pair, const BlurJob& job) {
  const auto& [input, output] = pair;
  const BlurOptions& options = job.options;
  require(has_video_extension(output) || !output.has_extension(), Kind::usage,
          "is a video: name an output such as .mp4", input.string());
  NewFile file(output);
  const VideoSearch search =
      search_video(input, job.detector.detector, options.every, job.limits, job.progress, job.stop);
  FollowedFrames followed = follow_both_ways(search.found, kHidingTracks, job.detector.least_score());
  std::vector<HiddenObject> objects = objects_in(followed, options);
  remove_kept(followed, options);
  BlurredFile report = report_on(search, followed, std::move(objects), job.detector.sure_score);

  const CancellationScope scope(job.stop);
  FrameBlurring blurring(search, followed, options);
  const FrameEdit edit = [&](const EditedFrame& frame) {
    check_canceled();
    blurring(frame);
    if (job.progress)
      job.progress({.task = "encoding", .done = blurring.done(), .total = search.frames.size(), .note = {}});
  };
  const VideoRewrite rewrite{.input = input.string(),
                             .output = output.string(),
                             .descriptor = file.descriptor(),
                             .can_seek = !file.is_stream(),
                             .quality = options.quality,
                             .threads = encoder_threads(),
                             .without_place = options.strips("place"),
                             .without_device = options.strips("device")};
  report.notes =
      with_ffmpeg(input, [&](const VideoFileLibrary& library) { return library.rewrite(rewrite, edit); });
  if (blurring.unsearched() > 0)
    report.notes.push_back(std::to_string(blurring.unsearched()) +
                           " frames were not searched, and are black");
  if (const auto early = early_end(search)) report.notes.push_back(*early);
  file.commit();
  return report;
}

}  // namespace ocelli::internal
