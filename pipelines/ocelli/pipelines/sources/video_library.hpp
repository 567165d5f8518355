#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>
#include <opencv2/core/types.hpp>
#include <string>
#include <string_view>

namespace ocelli::internal {

/// An open video or camera.
class FrameStream {
 public:
  virtual ~FrameStream() = default;

  /// The next frame (8-bit BGR), in its own memory; empty at the end, or when the camera fails.
  virtual cv::Mat read() = 0;
  /// Skips the next frame, which is cheaper than reading it; false at the end.
  virtual bool skip() = 0;
  /// The frame count stated in the container, which may be wrong; 0 if unknown.
  virtual double frames_promised() const = 0;
  virtual double frames_per_second() const = 0;
  /// The size of each frame, if known before the first one; otherwise 0 x 0.
  virtual cv::Size frame_size() const = 0;
};

/// A video file open for writing.
class FrameSink {
 public:
  virtual ~FrameSink() = default;

  /// Requires  8-bit BGR of the video's size.
  virtual void write(const cv::Mat& frame) = 0;
  /// Finishes the file; false when frames are missing, for example because the disk is full. The destructor
  /// finishes it otherwise.
  virtual bool close() = 0;
};

/// The interface of the plugin "video": OpenCV's videoio, which links FFmpeg, GStreamer and about two hundred
/// other libraries.
class VideoLibrary {
 public:
  static constexpr std::string_view kName = "video";

  virtual ~VideoLibrary() = default;

  /// Opens a file, or the address of a stream (rtsp://, http://). The server has ten seconds to answer. Null
  /// on failure, as in the functions below.
  virtual std::unique_ptr<FrameStream> open_file(const std::string& path) const = 0;
  virtual std::unique_ptr<FrameStream> open_camera(int number) const = 0;
  /// Creates an AVI file of JPEG frames: widely supported, and every frame is independent.
  virtual std::unique_ptr<FrameSink> create(const std::string& path, double frames_per_second,
                                            cv::Size size) const = 0;
};

}  // namespace ocelli::internal
