#include "ocelli/pipelines/stages/track_stage.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "ocelli/pipelines/sources/video.hpp"

namespace ocelli::internal {
namespace {

/// The video, or the folder of images, that the item is a frame of; empty if it is not one.
std::string sequence_of(const Item& item) {
  if (!item.video_rate) return item.folder;
  return item.file.empty() ? item.input.substr(0, item.input.rfind('#')) : item.file;
}

bool can_be_read_again(const std::string& input) {
  std::error_code failure;
  return std::filesystem::is_regular_file(input, failure) && !input.starts_with("/dev/");
}

Box part_inside(const Box& box, int width, int height) {
  const float left = std::max(box.x, 0.0F), top = std::max(box.y, 0.0F);
  const float right = std::min(box.x + box.w, static_cast<float>(width));
  const float bottom = std::min(box.y + box.h, static_cast<float>(height));
  return {left, top, std::max(right - left, 0.0F), std::max(bottom - top, 0.0F)};
}

/// Estimated boxes may lie outside of the frame, in part or as a whole.
std::vector<Detection> inside(std::vector<Detection> detections, const cv::Size& frame) {
  for (Detection& detection : detections)
    if (!detection.seen) detection.box = part_inside(detection.box, frame.width, frame.height);
  std::erase_if(detections, [](const Detection& d) { return !d.seen && d.box.area() < 1; });
  return detections;
}

}  // namespace

Work work_on_searched_frames(Work work, const TrackOptions& options) {
  return [work = std::move(work), options](const Item& item) {
    const auto* const frame = std::get_if<cv::Mat>(&item.content);
    if (frame == nullptr || !item.video_rate || options.searches(item.frame)) return work(item);
    return Record{.input = item.input, .width = frame->cols, .height = frame->rows};
  };
}

void FollowOptions::validate() const {
  detect.validate();
  track.validate();
}

TrackingDetector tracking_detector(const Model& model, const FollowOptions& options,
                                   const std::string& name) {
  options.validate();
  DetectOptions detect = options.detect;
  const double sure_score = *detector_of(model, detect, name).detector.options().group.min_score;
  detect.group.min_score = sure_score - options.track.faint;
  return {detector_of(model, detect, name).detector, static_cast<float>(sure_score)};
}

FrameFollower::FrameFollower(const Model& model, const FollowOptions& options, const std::string& name)
    : options_(options),
      detector_(tracking_detector(model, options, name)),
      tracker_(options.track, detector_.sure_score) {}

std::vector<Detection> FrameFollower::follow(const cv::Mat& frame) {
  const bool searches = options_.track.searches(frame_++);
  return inside(tracker_.follow(searches ? SearchedFrame(detector_.detector.detect(frame)) : std::nullopt),
                frame.size());
}

TrackStage::TrackStage(Sink sink, const TrackOptions& options, float sure_score, TrackPasses passes,
                       InputLimits limits)
    : sink_(std::move(sink)),
      options_(options),
      sure_score_(sure_score),
      passes_(passes),
      limits_(std::move(limits)) {
  options_.validate();
}

void TrackStage::take(const Item& item, const Record& record) {
  const std::string sequence = sequence_of(item);
  if (sequence.empty()) {
    finish();
    return sink_(item, record);
  }
  if (sequence != current_ || (item.video_rate && item.frame < next_)) start(item);
  Record numbered = record;
  numbered.frame = item.video_rate ? item.frame : next_;
  if (live_) {
    follow_live(item, numbered);
    next_ = *numbered.frame + 1;
    return sink_(item, numbered);
  }
  next_ = *numbered.frame + 1;
  Item kept = item;
  if (item.video_rate && !waiting_.empty()) kept.content = cv::Mat();
  numbered.picture = cv::Mat();
  waiting_.push_back({std::move(kept), std::move(numbered)});
}

void TrackStage::start(const Item& item) {
  finish();
  current_ = sequence_of(item);
  const bool is_live = item.video_rate && (passes_ == TrackPasses::one || !can_be_read_again(current_));
  if (is_live) live_.emplace(options_, sure_score_);
  if (is_live) next_ = item.frame;
}

bool TrackStage::is_searched(const Item& item, const Record& record) const {
  return !record.error && (!item.video_rate || options_.searches(item.frame));
}

void TrackStage::follow_live(const Item& item, Record& record) {
  for (; next_ < *record.frame; ++next_) live_->follow(std::nullopt);  // frames that were dropped
  std::vector<Detection> found =
      live_->follow(is_searched(item, record) ? SearchedFrame(record.detections) : std::nullopt);
  if (!record.error) record.detections = inside(std::move(found), {record.width, record.height});
}

void TrackStage::finish() {
  current_.clear();
  live_.reset();
  next_ = 0;
  follow_waiting();
}

void TrackStage::follow_waiting() {
  std::vector<Waiting> waiting = std::exchange(waiting_, {});
  if (waiting.empty()) return;
  std::vector<SearchedFrame> frames(*waiting.back().record.frame + 1);
  for (const auto& [item, record] : waiting)
    if (is_searched(item, record)) frames[*record.frame] = record.detections;
  std::vector<std::vector<Detection>> followed = follow_both_ways(frames, options_, sure_score_);
  for (auto& [item, record] : waiting)
    if (!record.error)
      record.detections = inside(std::move(followed[*record.frame]), {record.width, record.height});
  deliver(std::move(waiting));
}

void TrackStage::deliver(std::vector<Waiting> waiting) {
  const Item& first = waiting.front().item;
  const bool reads_again = passes_ == TrackPasses::two_with_pictures && first.video_rate;
  const std::unique_ptr<Video> video = reads_again ? open_video(first.file, limits_) : nullptr;
  std::size_t next = 0;
  for (auto& [item, record] : waiting) {
    if (video && !record.error) {
      for (; next < item.frame; ++next) video->skip();
      std::optional<Item> again = video->next();
      ++next;
      if (!again) again = Item{item.input, Error(Kind::input, "cannot be decoded again", item.input)};
      item.content = std::move(again->content);
    }
    if (hand_over(item, record, sink_)) ++failed_;
    if (item.video_rate) item.content = cv::Mat();
  }
}

}  // namespace ocelli::internal
