#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>
#include <opencv2/core/types.hpp>
#include <string>
#include <string_view>

namespace ocelli {

/// A video or camera that has been opened.
class FrameStream {
 public:
  virtual ~FrameStream() = default;

  /// The next frame (8-bit BGR), in memory of its own; an empty one at the end, or when the camera fails.
  virtual cv::Mat read() = 0;
  /// By the container's own account, which may be wrong; 0 when it does not say.
  virtual double frames_promised() const = 0;
  virtual double frames_per_second() const = 0;
  /// Of each frame, as far as is known before the first; 0 x 0 when it is not.
  virtual cv::Size frame_size() const = 0;
};

/// A video file that is being written.
class FrameSink {
 public:
  virtual ~FrameSink() = default;

  /// Requires  8-bit BGR, of the size that the video was made for.
  virtual void write(const cv::Mat& frame) = 0;
  /// Ends the file; false when it does not hold all the frames, e.g. because the disk is full. Without this, the destructor
  /// ends it.
  virtual bool close() = 0;
};

/// What the plugin "video" offers: OpenCV's videoio, which links FFmpeg, GStreamer and some two hundred other libraries.
class VideoLibrary {
 public:
  static constexpr std::string_view kName = "video";

  virtual ~VideoLibrary() = default;

  /// Null when it cannot be played, here and below.
  /// A file, or the address of a stream (rtsp://, http://), whose server has ten seconds to answer.
  virtual std::unique_ptr<FrameStream> open_file(const std::string& path) const = 0;
  virtual std::unique_ptr<FrameStream> open_camera(int number) const = 0;
  /// A new AVI file of JPEG frames: every player knows it, and a frame does not depend on the ones before it.
  virtual std::unique_ptr<FrameSink> create(const std::string& path, double frames_per_second,
                                            cv::Size size) const = 0;
};

}  // namespace ocelli
