#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/dict.h>
#include <libavutil/frame.h>
#include <libswscale/swscale.h>
}

#include <memory>
#include <stdexcept>
#include <string>

/// Owners of the objects of FFmpeg's libraries.
namespace ocelli::internal::ffmpeg {

struct Free {
  void operator()(AVFormatContext* context) const { avformat_close_input(&context); }
  void operator()(AVCodecContext* context) const { avcodec_free_context(&context); }
  void operator()(AVFrame* frame) const { av_frame_free(&frame); }
  void operator()(AVPacket* packet) const { av_packet_free(&packet); }
  void operator()(SwsContext* context) const { sws_freeContext(context); }
};

using InputHandle = std::unique_ptr<AVFormatContext, Free>;
using CodecHandle = std::unique_ptr<AVCodecContext, Free>;
using FrameHandle = std::unique_ptr<AVFrame, Free>;
using PacketHandle = std::unique_ptr<AVPacket, Free>;
using ScalerHandle = std::unique_ptr<SwsContext, Free>;

/// Options by name, for codecs and containers.
class Dictionary {
 public:
  Dictionary() = default;
  ~Dictionary() { av_dict_free(&entries_); }
  Dictionary(const Dictionary&) = delete;
  Dictionary& operator=(const Dictionary&) = delete;

  void set(const std::string& name, const std::string& value) {
    av_dict_set(&entries_, name.c_str(), value.c_str(), 0);
  }
  AVDictionary** get() { return &entries_; }

 private:
  AVDictionary* entries_ = nullptr;
};

inline std::string text_of(int error) {
  char text[AV_ERROR_MAX_STRING_SIZE] = {};
  av_strerror(error, text, sizeof text);
  return text;
}

[[noreturn]] inline void fail(const std::string& reason) { throw std::runtime_error(reason); }

/// Returns the result of a call of FFmpeg.
/// Throws  what could not be done, and why, if it is an error.
inline int checked(int result, const std::string& purpose) {
  if (result < 0) fail("cannot " + purpose + ": " + text_of(result));
  return result;
}

template <class Pointer>
Pointer allocated(Pointer pointer) {
  if (pointer == nullptr) throw std::bad_alloc();
  return pointer;
}

}  // namespace ocelli::internal::ffmpeg
