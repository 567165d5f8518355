#include "ocelli/pipelines/ffmpeg/file_input.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ocelli/pipelines/ffmpeg/decoder_errors.hpp"

extern "C" {
#include <libavutil/display.h>
}

namespace ocelli::internal::ffmpeg {
namespace {

InputHandle opened(const std::string& path) {
  AVFormatContext* container = nullptr;
  // "file:" keeps names such as "a:b.mp4" from being read as addresses.
  checked(avformat_open_input(&container, ("file:" + path).c_str(), nullptr, nullptr), "open it as a video");
  InputHandle result(container);
  checked(avformat_find_stream_info(container, nullptr), "read its streams");
  return result;
}

bool is_cover(const AVStream& stream) { return (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) != 0; }

const AVStream* only_video_of(const AVFormatContext& container) {
  const AVStream* video = nullptr;
  for (unsigned i = 0; i < container.nb_streams; ++i) {
    const AVStream& stream = *container.streams[i];
    if (stream.codecpar->codec_type != AVMEDIA_TYPE_VIDEO || is_cover(stream)) continue;
    if (video != nullptr)
      fail("has several streams of moving pictures: keep one, for example with ffmpeg -map 0:v:0 -map 0:a");
    video = &stream;
  }
  if (video == nullptr) fail("contains no moving pictures");
  return video;
}

CodecHandle decoder_for(const AVStream& stream) {
  const AVCodec* const codec = avcodec_find_decoder(stream.codecpar->codec_id);
  if (codec == nullptr)
    fail(std::string("has the codec ") + avcodec_get_name(stream.codecpar->codec_id) +
         ", for which there is no decoder");
  CodecHandle decoder(allocated(avcodec_alloc_context3(codec)));
  checked(avcodec_parameters_to_context(decoder.get(), stream.codecpar), "read the codec's parameters");
  decoder->pkt_timebase = stream.time_base;
  decoder->thread_count = 1;  // so that each reported error belongs to the packet in hand
  checked(avcodec_open2(decoder.get(), codec, nullptr), "open the decoder");
  return decoder;
}

int quarters_of(const AVStream& stream) {
  const auto* const matrix = reinterpret_cast<const std::int32_t*>(
      av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, nullptr));
  if (matrix == nullptr) return 0;
  const double counterclockwise = av_display_rotation_get(matrix);
  if (std::isnan(counterclockwise)) return 0;
  const long quarters = std::lround(-counterclockwise / 90);
  return static_cast<int>(((quarters % 4) + 4) % 4);
}

bool is_marked(const AVFrame& frame) {
  return (frame.flags & AV_FRAME_FLAG_CORRUPT) != 0 || frame.decode_error_flags != 0;
}

}  // namespace

FileInput::FileInput(const std::string& path)
    : container_(opened(path)), video_(only_video_of(*container_)), decoder_(decoder_for(*video_)) {}

VideoFileInfo FileInput::info() const {
  const AVRational rate = video_->avg_frame_rate;
  VideoFileInfo info{.size = {video_->codecpar->width, video_->codecpar->height},
                     .quarters = quarters_of(*video_),
                     .frames_per_second = rate.num > 0 && rate.den > 0 ? av_q2d(rate) : 0,
                     .frames = {}};
  if (video_->nb_frames > 0) {
    info.frames = static_cast<std::size_t>(video_->nb_frames);
  } else if (container_->duration > 0 && info.frames_per_second > 0) {
    const double seconds = static_cast<double>(container_->duration) / AV_TIME_BASE;
    info.frames = static_cast<std::size_t>(std::llround(seconds * info.frames_per_second));
  }
  return info;
}

PacketHandle FileInput::next_packet() {
  PacketHandle packet(allocated(av_packet_alloc()));
  const int result = av_read_frame(container_.get(), packet.get());
  if (result == AVERROR_EOF) return nullptr;
  checked(result, "read on");
  return packet;
}

std::vector<DecodedFrame> FileInput::decode(const AVPacket* packet) {
  constexpr int kMaxFrames = 64;  // of one packet, so that a decoder that keeps failing does not hold us up
  const DecoderErrors errors;
  std::vector<DecodedFrame> frames;
  bool is_rejected = avcodec_send_packet(decoder_.get(), packet) < 0;
  for (int i = 0; i < kMaxFrames; ++i) {
    FrameHandle frame(allocated(av_frame_alloc()));
    const int result = avcodec_receive_frame(decoder_.get(), frame.get());
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) break;
    if (result < 0)
      is_rejected = true;
    else
      frames.push_back(accepted(std::move(frame)));
  }
  if (packet == nullptr) return frames;
  const std::int64_t time = packet->pts != AV_NOPTS_VALUE ? packet->pts : packet->dts;
  const bool is_damaged = is_rejected || errors.count() > 0 || (packet->flags & AV_PKT_FLAG_CORRUPT) != 0;
  if (is_damaged) mark_damaged(time, is_rejected, frames);
  return frames;
}

void FileInput::mark_damaged(std::int64_t time, bool is_rejected, std::vector<DecodedFrame>& frames) {
  const auto own = std::ranges::find(frames, time, [](const DecodedFrame& frame) { return frame.when.time; });
  if (own != frames.end()) {
    own->is_damaged = true;
    return;
  }
  damaged_.push_back(time);
  if (is_rejected) lost_.push_back(time_of(time));
}

DecodedFrame FileInput::accepted(FrameHandle frame) {
  require_same_format(*frame);
  std::int64_t time = frame->best_effort_timestamp;
  if (time == AV_NOPTS_VALUE) time = last_ ? *last_ + 1 : 0;
  if (last_ && time <= *last_) time = *last_ + 1;
  last_ = time;
  frame->pts = time;
  const bool was_damaged = std::erase(damaged_, time) > 0;
  std::erase_if(lost_, [time](const FrameTime& lost) { return lost.time == time; });
  const bool is_damaged = was_damaged || is_marked(*frame);
  return {.frame = std::move(frame), .when = time_of(time), .is_damaged = is_damaged};
}

void FileInput::require_same_format(const AVFrame& frame) {
  const cv::Size size(frame.width, frame.height);
  if (!size_) {
    size_ = size;
    format_ = frame.format;
  }
  if (size == *size_ && frame.format == format_) return;
  fail("changes the size or the colors of its frames after " +
       std::to_string(last_ ? time_of(*last_).seconds : 0.0) +
       " s: split it there, or convert it to one size first");
}

FrameTime FileInput::time_of(std::int64_t pts) const {
  return {pts, static_cast<double>(pts) * av_q2d(video_->time_base)};
}

}  // namespace ocelli::internal::ffmpeg
