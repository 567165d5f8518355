#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <opencv2/core/types.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/imaging/concealment.hpp"

namespace ocelli::internal {

/// What the header of a video file states.
struct VideoFileInfo {
  cv::Size size;                      ///< of the frames as stored
  int quarters = 0;                   ///< clockwise quarter turns for display
  double frames_per_second = 0;       ///< 0 if unknown
  std::optional<std::size_t> frames;  ///< an estimate
};

/// The place of a frame in its video. `time` identifies it: it is unique, in the units of the container.
struct FrameTime {
  std::int64_t time = 0;
  double seconds = 0;
};

/// A decoded frame for detectors.
struct GrayFrame {
  cv::Mat pixels;  ///< 8-bit gray of the full range, as stored (not turned), in its own memory
  FrameTime when;
  bool is_damaged = false;  ///< the decoder reported an error in this frame
};

class GrayVideo {
 public:
  virtual ~GrayVideo() = default;

  virtual const VideoFileInfo& info() const = 0;
  /// The next frame in the order of display; nothing at the end.
  virtual std::optional<GrayFrame> read() = 0;
  /// The frames that could not be decoded at all, so far.
  virtual std::vector<FrameTime> lost() const = 0;
};

/// A decoded frame that may be changed before it is encoded again.
struct EditedFrame {
  std::vector<PicturePlane> planes;  ///< valid during the call
  FrameTime when;
  bool is_damaged = false;
};

/// Changes the frame.
using FrameEdit = std::function<void(const EditedFrame& frame)>;

struct VideoRewrite {
  std::string input;
  std::string output;   ///< its extension is that of the container
  int descriptor = -1;  ///< where the output is written
  bool can_seek = true;
  std::optional<int> quality = {};                     ///< of the encoder; empty: its default
  int threads = 1;                                     ///< for encoding
  bool without_place = false, without_device = false;  ///< metadata to leave out
};

/// The interface of the plugin "ffmpeg": FFmpeg's libraries.
///
/// A video has one stream of moving pictures and any number of others. Frames are decoded on one thread, so
/// that every error belongs to a frame.
/// Throws  std::runtime_error with the reason: the plugin shares no other type of exception.
class VideoFileLibrary {
 public:
  static constexpr std::string_view kName = "ffmpeg";

  virtual ~VideoFileLibrary() = default;

  virtual std::unique_ptr<GrayVideo> open(const std::string& path) const = 0;

  /// Writes the video again, each frame changed by `edit`. Kept are the codec (or H.264, if there is no
  /// encoder), the bit depth, the colors, the shape of pixels, the rotation, the times of the frames,
  /// metadata and chapters. All other streams are copied without decoding. Cover pictures are left out.
  /// Returns notes on what was not kept.
  virtual std::vector<std::string> rewrite(const VideoRewrite& job, const FrameEdit& edit) const = 0;
};

}  // namespace ocelli::internal
