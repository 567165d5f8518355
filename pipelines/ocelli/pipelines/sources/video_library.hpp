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

  /// The next frame (8-bit BGR), in its own memory; an empty one at the end, or when the camera fails.
  virtual cv::Mat read() = 0;
  /// Passes over the next frame, which costs less than to read it; false at the end.
  virtual bool skip() = 0;
  /// As stated in the container, which may be wrong; 0 if unknown.
  virtual double frames_promised() const = 0;
  virtual double frames_per_second() const = 0;
  /// Of each frame, as far as known before the first; 0 x 0 otherwise.
  virtual cv::Size frame_size() const = 0;
};

/// A video file open for writing.
class FrameSink {
 public:
  virtual ~FrameSink() = default;

  /// Requires  8-bit BGR, of the size of the video.
  virtual void write(const cv::Mat& frame) = 0;
  /// Finishes the file; false when frames are missing, e.g. because the disk is full. Otherwise the
  /// destructor finishes it.
  virtual bool close() = 0;
};

/// The interface of the plugin "video": OpenCV's videoio, which links FFmpeg, GStreamer and about two hundred
/// other libraries.
class VideoLibrary {
 public:
  static constexpr std::string_view kName = "video";

  virtual ~VideoLibrary() = default;

  /// Null on failure, as for the functions below.
  /// A file, or the address of a stream (rtsp://, http://), whose server has ten seconds to answer.
  virtual std::unique_ptr<FrameStream> open_file(const std::string& path) const = 0;
  virtual std::unique_ptr<FrameStream> open_camera(int number) const = 0;
  /// A new AVI file of JPEG frames: widely supported, and every frame is independent.
  virtual std::unique_ptr<FrameSink> create(const std::string& path, double frames_per_second,
                                            cv::Size size) const = 0;
};

}  // namespace ocelli::internal
