#include "ocelli/pipelines/blurring/live_blurring.hpp"

#include <utility>
#include <vector>

#include "ocelli/data/images/image_file.hpp"
#include "ocelli/pipelines/stages/model_stages.hpp"
#include "ocelli/tracking/tracker.hpp"

namespace ocelli::internal {

LiveSummary blur_live(Source& frames, const HidingDetector& detector, const BlurOptions& options,
                      const std::function<void(std::span<const std::byte>)>& write, std::stop_token stop) {
  constexpr int kJpegQuality = 90;
  Tracker tracker(kHidingTracks, detector.least_score());
  const Concealment how = options.concealment();
  const Display display = [&](const LiveFrame& frame) {
    if (frame.record.error) throw Error(Kind::input, *frame.record.error, frame.item.input);
    const cv::Mat picture = frame.record.picture.clone();
    std::vector<Detection> objects = tracker.follow(frame.record.detections);
    std::erase_if(objects, [&](const Detection& object) { return options.keeps(object); });
    conceal(picture, objects, how);
    const std::vector<unsigned char> jpeg = encode_jpeg(picture, kJpegQuality);
    write(std::as_bytes(std::span(jpeg)));
    return true;
  };
  return run_live(frames, detect_work(detector.detector, Colors::both), display, std::move(stop));
}

}  // namespace ocelli::internal
