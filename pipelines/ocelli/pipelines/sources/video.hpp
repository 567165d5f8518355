#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli {

/// The frames of a video or camera in order, named "clip.mp4#0", "clip.mp4#1", ...
class Video : public Source {
 public:
  /// By the file's own account; 0 when it does not say.
  virtual double frames_per_second() const = 0;
};

/// Whether the name ends as video files do: mp4 m4v mov avi mkv webm mpg mpeg wmv flv ogv, in either case.
bool has_video_extension(const std::filesystem::path& path);

/// Throws Error(Kind::input) naming the file when it is missing, is not a video that can be played, or has frames of more
/// pixels than the limits allow: that is known before the first of them is decoded, here and below.
std::unique_ptr<Video> open_video(const std::filesystem::path& path, const InputLimits& limits = {});

/// Whether this is the address of a stream: rtsp:// rtsps:// rtmp:// http:// https:// udp:// tcp:// srt://.
bool is_stream_address(std::string_view input);

/// Whether it is one that is live rather than a file that a server offers: all but http:// and https://.
bool is_live_address(std::string_view input);

/// The frames of a stream as they come, or of a file that a server offers. Throws Error(Kind::input) naming the address when
/// there is no video to be had, after ten seconds at the latest; Error(Kind::cancelled) on a stop request
/// (CancellationScope), as reading a frame does, however long the server takes.
std::unique_ptr<Video> open_stream(const std::string& address, const InputLimits& limits = {});

/// The camera of that number, as the system counts them from 0. Endless; a camera that fails on the way gives
/// one last item with the error. Throws Error(Kind::input) naming the camera when it is not there, and Error(Kind::cancelled)
/// as a stream does.
std::unique_ptr<Video> open_camera(int number, const InputLimits& limits = {});

/// The same frames, each held back until its time has come: the video as fast as it was taken, from the first
/// frame on. A frame that is late already is not held back, and a video that does not know its rate plays at
/// 25 a second.
std::unique_ptr<Source> at_own_pace(std::unique_ptr<Video> video);

}  // namespace ocelli
