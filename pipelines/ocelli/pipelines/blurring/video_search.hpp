#pragma once

#include <filesystem>
#include <stop_token>
#include <vector>

#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/pipelines/sources/video_file_library.hpp"
#include "ocelli/tracking/tracker.hpp"

namespace ocelli::internal {

/// The frames of a video and the detections in them, in display pixels.
struct VideoSearch {
  struct Frame {
    FrameTime when;
    bool is_damaged = false;
  };
  VideoFileInfo info;
  std::vector<Frame> frames;
  std::vector<SearchedFrame> found;  ///< of each frame; nothing for damaged frames and those left out
  std::vector<FrameTime> lost;       ///< frames that could not be decoded

  cv::Size displayed_size() const;
};

/// Decodes a video and searches every so many frames, on all threads.
/// Throws  Error(Kind::input) naming the file when it cannot be decoded; Error(Kind::canceled) on a stop.
/// Memory  does not depend on the length, but for the detections and 24 bytes for each frame.
VideoSearch search_video(const std::filesystem::path& path, const ObjectDetector& detector, int every,
                         const InputLimits& limits, const ProgressSink& progress, std::stop_token stop);

}  // namespace ocelli::internal
