#include "ocelli/pipelines/blurring/video_search.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "ocelli/imaging/quarter_turn.hpp"
#include "ocelli/pipelines/blurring/ffmpeg_calls.hpp"
#include "ocelli/pipelines/executors/executors.hpp"
#include "ocelli/pipelines/stages/model_stages.hpp"

namespace ocelli::internal {
namespace {

/// The frames to search, upright. What is decoded is noted in `search`.
class SearchedVideo final : public Source {
 public:
  SearchedVideo(std::filesystem::path path, int every, const InputLimits& limits, VideoSearch& search)
      : path_(std::move(path)), every_(static_cast<std::size_t>(every)), limits_(limits), search_(search) {
    video_ =
        with_ffmpeg(path_, [&](const VideoFileLibrary& library) { return library.open(path_.string()); });
    search_.info = video_->info();
    require_pixels(search_.info.size.width, search_.info.size.height, limits_, path_.string());
  }

  std::optional<Item> next() override {
    while (std::optional<GrayFrame> frame = read()) {
      const std::size_t index = search_.frames.size();
      search_.frames.push_back({frame->when, frame->is_damaged});
      search_.found.emplace_back();
      if (frame->is_damaged || index - last_searched_ < every_) continue;
      last_searched_ = index;
      return Item{path_.string() + "#" + std::to_string(index), turned(frame->pixels, search_.info.quarters),
                  limits_};
    }
    search_.lost = video_->lost();
    return std::nullopt;
  }

  std::optional<std::size_t> total() const override {
    if (!search_.info.frames) return std::nullopt;
    return (*search_.info.frames + every_ - 1) / every_;
  }

 private:
  std::optional<GrayFrame> read() {
    return with_ffmpeg(path_, [&](const VideoFileLibrary&) { return video_->read(); });
  }

  std::filesystem::path path_;
  std::size_t every_;
  InputLimits limits_;
  VideoSearch& search_;
  std::unique_ptr<GrayVideo> video_;
  std::size_t last_searched_ = 0 - every_;  ///< wraps around: the first frame is searched
};

/// The number behind the last #.
std::size_t frame_index_of(const Item& item) {
  return std::stoul(item.input.substr(item.input.rfind('#') + 1));
}

}  // namespace

cv::Size VideoSearch::displayed_size() const { return turned(info.size, info.quarters); }

VideoSearch search_video(const std::filesystem::path& path, const ObjectDetector& detector, int every,
                         const InputLimits& limits, const ProgressSink& progress, std::stop_token stop) {
  VideoSearch search;
  std::vector<std::pair<std::size_t, std::vector<Detection>>> found;
  SearchedVideo source(path, every, limits, search);
  const Sink sink = [&](const Item& item, const Record& record) {
    require(
        !record.error, Kind::input, [&] { return *record.error; }, item.input);
    found.emplace_back(frame_index_of(item), record.detections);
  };
  const RunSummary summary =
      run_graph({.source = source, .work = detect_work(detector), .sink = sink, .progress = progress}, stop);
  if (summary.canceled) throw Error(Kind::canceled, "stopped", path.string());
  for (auto& [index, detections] : found) search.found[index] = std::move(detections);
  return search;
}

}  // namespace ocelli::internal
