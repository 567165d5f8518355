#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// The frames of a video or camera in order, named "clip.mp4#0", "clip.mp4#1", ...
class Video : public Source {
 public:
  /// The rate stated in the file; 0 if unknown.
  virtual double frames_per_second() const = 0;
};

/// Whether the extension is that of a video file: mp4 m4v mov avi mkv webm mpg mpeg wmv flv ogv, in any case.
bool has_video_extension(const std::filesystem::path& path);

/// Opens a video. The frame size is checked before the first frame is decoded, here and in the functions
/// below.
/// Throws  Error(Kind::input) naming the file when it is missing, is not a playable video, or has frames with
/// more pixels than the limits allow.
std::unique_ptr<Video> open_video(const std::filesystem::path& path, const InputLimits& limits = {});

/// Whether the input is the address of a stream: rtsp:// rtsps:// rtmp:// http:// https:// udp:// tcp://
/// srt://.
bool is_stream_address(std::string_view input);

/// Whether the address is live rather than a file on a server: all but http:// and https://.
bool is_live_address(std::string_view input);

/// The frames of a stream, or of a file on a server.
/// Throws  Error(Kind::input) naming the address when no video is available within ten seconds;
/// Error(Kind::canceled) on a stop request (CancellationScope), also while reading a frame.
std::unique_ptr<Video> open_stream(const std::string& address, const InputLimits& limits = {});

/// The camera with that system number, from 0. Endless. If the camera fails while running, the last item
/// contains the error.
/// Throws  Error(Kind::input) naming the camera when it is missing, Error(Kind::canceled) like a stream.
std::unique_ptr<Video> open_camera(int number, const InputLimits& limits = {});

/// Frames of a camera that may come and go. When it fails, there is one item with the error, and then it is
/// opened again as soon as that succeeds. Frames are numbered on. The first opening has to succeed. Throws as
/// `open`, and as open_camera() on a stop request.
std::unique_ptr<Source> kept_open(std::function<std::unique_ptr<Video>()> open,
                                  std::chrono::milliseconds between = std::chrono::milliseconds(500));

/// The frames of a video at its own speed, which may be held.
class PacedVideo : public Source {
 public:
  /// From any thread: no frame comes while the video is held.
  virtual void hold(bool is_held) = 0;
};

/// The same frames at the video's original speed: each is delayed until its time, counted from the first
/// frame. Late frames are not delayed. A video with an unknown rate plays at 25 frames per second.
std::unique_ptr<PacedVideo> at_own_pace(std::unique_ptr<Video> video);

}  // namespace ocelli::internal
