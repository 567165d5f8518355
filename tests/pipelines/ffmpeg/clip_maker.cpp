#include "pipelines/ffmpeg/clip_maker.hpp"

#include <cmath>
#include <cstring>
#include <fstream>
#include <memory>
#include <opencv2/core.hpp>

#include "ocelli/pipelines/ffmpeg/av_handles.hpp"

extern "C" {
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
}

namespace ocelli::internal::test {
namespace {

using namespace ffmpeg;
constexpr AVRational kMilliseconds{1, 1000};

struct FreeOutput {
  void operator()(AVFormatContext* context) const {
    avio_closep(&context->pb);
    avformat_free_context(context);
  }
};
using OutputHandle = std::unique_ptr<AVFormatContext, FreeOutput>;

OutputHandle created(const std::string& path) {
  AVFormatContext* container = nullptr;
  checked(avformat_alloc_output_context2(&container, nullptr, nullptr, path.c_str()), "choose a container");
  checked(avio_open(&container->pb, path.c_str(), AVIO_FLAG_WRITE), "create the clip");
  return OutputHandle(container);
}

CodecHandle encoder_of(const Clip& clip, bool has_global_header) {
  const AVCodec* const codec = allocated(avcodec_find_encoder_by_name(clip.encoder.c_str()));
  CodecHandle encoder(allocated(avcodec_alloc_context3(codec)));
  encoder->width = clip.size.width;
  encoder->height = clip.size.height;
  encoder->pix_fmt = av_get_pix_fmt(clip.pixel_format.c_str());
  encoder->time_base = clip.times.empty() ? AVRational{1, 25} : kMilliseconds;
  encoder->framerate = {25, 1};
  encoder->gop_size = 12;
  encoder->thread_count = 1;
  encoder->sample_aspect_ratio = {4, 3};
  encoder->colorspace = AVCOL_SPC_BT709;
  if (has_global_header) encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  Dictionary options;
  if (clip.encoder == "libx265") options.set("x265-params", "log-level=none");
  checked(avcodec_open2(encoder.get(), codec, options.get()), "open the encoder");
  return encoder;
}

cv::Mat gradient(cv::Size size, int frame) {
  cv::Mat picture(size, CV_8UC1);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      picture.at<std::uint8_t>(y, x) = static_cast<std::uint8_t>(40 + (x * 2 + y + frame * 5) % 160);
  return picture;
}

FrameHandle frame_of(const Clip& clip, int index) {
  FrameHandle frame(allocated(av_frame_alloc()));
  frame->width = clip.size.width;
  frame->height = clip.size.height;
  frame->format = av_get_pix_fmt(clip.pixel_format.c_str());
  checked(av_frame_get_buffer(frame.get(), 0), "allocate a frame");
  const AVPixFmtDescriptor& format = *av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame->format));
  const bool is_deep = format.comp[0].depth > 8;
  const cv::Mat picture = clip.picture ? clip.picture(index) : gradient(clip.size, index);
  for (int p = 0; p < av_pix_fmt_count_planes(static_cast<AVPixelFormat>(frame->format)); ++p) {
    const int rows = p == 0 ? clip.size.height : AV_CEIL_RSHIFT(clip.size.height, format.log2_chroma_h);
    const int columns = p == 0 ? clip.size.width : AV_CEIL_RSHIFT(clip.size.width, format.log2_chroma_w);
    cv::Mat plane(rows, columns, is_deep ? CV_16UC1 : CV_8UC1, frame->data[p],
                  static_cast<std::size_t>(frame->linesize[p]));
    const double scale = 1 << (format.comp[0].depth - 8);
    if (p == 0)
      picture.convertTo(plane, plane.type(), scale);
    else
      plane.setTo(128 * scale);
  }
  frame->pts = clip.times.empty() ? index : clip.times[index];
  frame->sample_aspect_ratio = {4, 3};
  return frame;
}

void encode(AVFormatContext& container, AVCodecContext& encoder, const AVFrame* frame) {
  checked(avcodec_send_frame(&encoder, frame), "encode");
  while (true) {
    const PacketHandle packet(allocated(av_packet_alloc()));
    if (avcodec_receive_packet(&encoder, packet.get()) < 0) return;
    av_packet_rescale_ts(packet.get(), encoder.time_base, container.streams[0]->time_base);
    checked(av_interleaved_write_frame(&container, packet.get()), "write");
  }
}

/// Sound of 16-bit samples, and subtitles as SubRip: neither needs an encoder.
void add_other(AVFormatContext& container, AVMediaType type) {
  AVStream& stream = *allocated(avformat_new_stream(&container, nullptr));
  AVCodecParameters& codec = *stream.codecpar;
  codec.codec_type = type;
  codec.codec_id = type == AVMEDIA_TYPE_AUDIO ? AV_CODEC_ID_PCM_S16LE : AV_CODEC_ID_SUBRIP;
  if (type == AVMEDIA_TYPE_AUDIO) {
    codec.sample_rate = 8000;
    codec.format = AV_SAMPLE_FMT_S16;
    codec.bits_per_coded_sample = 16;
    codec.block_align = 2;
    av_channel_layout_default(&codec.ch_layout, 1);
  }
  stream.time_base = kMilliseconds;
}

void write_other(AVFormatContext& container, int index) {
  const PacketHandle packet(allocated(av_packet_alloc()));
  checked(av_new_packet(packet.get(), 640), "make a packet");
  std::memset(packet->data, 'a' + index, 640);
  packet->stream_index = index;
  packet->pts = packet->dts = 0;
  packet->duration = 40;
  packet->flags |= AV_PKT_FLAG_KEY;
  av_packet_rescale_ts(packet.get(), kMilliseconds, container.streams[index]->time_base);
  checked(av_interleaved_write_frame(&container, packet.get()), "write a packet");
}

}  // namespace

void make_clip(const std::filesystem::path& path, const Clip& clip) {
  av_log_set_level(AV_LOG_QUIET);
  const OutputHandle container = created(path.string());
  const CodecHandle encoder = encoder_of(clip, (container->oformat->flags & AVFMT_GLOBALHEADER) != 0);
  AVStream& video = *allocated(avformat_new_stream(container.get(), nullptr));
  checked(avcodec_parameters_from_context(video.codecpar, encoder.get()), "describe the clip");
  video.time_base = encoder->time_base;
  video.avg_frame_rate = {25, 1};
  if (clip.quarters != 0) {
    auto* const matrix = reinterpret_cast<std::int32_t*>(
        allocated(av_stream_new_side_data(&video, AV_PKT_DATA_DISPLAYMATRIX, 9 * sizeof(std::int32_t))));
    av_display_rotation_set(matrix, 90.0 * clip.quarters);
  }
  for (int i = 0; i < clip.sounds; ++i) add_other(*container, AVMEDIA_TYPE_AUDIO);
  for (int i = 0; i < clip.subtitles; ++i) add_other(*container, AVMEDIA_TYPE_SUBTITLE);
  for (const auto& [key, value] : clip.metadata)
    av_dict_set(&container->metadata, key.c_str(), value.c_str(), 0);
  checked(avformat_write_header(container.get(), nullptr), "begin the clip");
  for (int i = 1; i <= clip.sounds + clip.subtitles; ++i) write_other(*container, i);
  for (int i = 0; i < clip.frames; ++i) encode(*container, *encoder, frame_of(clip, i).get());
  encode(*container, *encoder, nullptr);
  checked(av_write_trailer(container.get()), "finish the clip");
}

ClipContent read_clip(const std::filesystem::path& path) {
  AVFormatContext* opened = nullptr;
  checked(avformat_open_input(&opened, path.c_str(), nullptr, nullptr), "open the clip");
  const InputHandle container(opened);
  checked(avformat_find_stream_info(opened, nullptr), "read the clip");
  ClipContent content;
  const AVStream* video = nullptr;
  for (unsigned i = 0; i < opened->nb_streams; ++i) {
    const AVMediaType type = opened->streams[i]->codecpar->codec_type;
    if (type == AVMEDIA_TYPE_VIDEO) video = opened->streams[i];
    content.sounds += type == AVMEDIA_TYPE_AUDIO ? 1 : 0;
    content.subtitles += type == AVMEDIA_TYPE_SUBTITLE ? 1 : 0;
  }
  content.codec = avcodec_get_name(video->codecpar->codec_id);
  content.size = {video->codecpar->width, video->codecpar->height};
  content.pixel_format = av_get_pix_fmt_name(static_cast<AVPixelFormat>(video->codecpar->format));
  if (const auto* matrix = reinterpret_cast<const std::int32_t*>(
          av_stream_get_side_data(video, AV_PKT_DATA_DISPLAYMATRIX, nullptr)))
    content.quarters = static_cast<int>((std::lround(-av_display_rotation_get(matrix) / 90) + 4) % 4);
  const AVDictionaryEntry* entry = nullptr;
  while ((entry = av_dict_get(opened->metadata, "", entry, AV_DICT_IGNORE_SUFFIX)) != nullptr)
    content.metadata[entry->key] = entry->value;

  const AVCodec* const codec = avcodec_find_decoder(video->codecpar->codec_id);
  const CodecHandle decoder(allocated(avcodec_alloc_context3(codec)));
  avcodec_parameters_to_context(decoder.get(), video->codecpar);
  decoder->thread_count = 1;
  checked(avcodec_open2(decoder.get(), codec, nullptr), "open the decoder");
  const FrameHandle frame(allocated(av_frame_alloc()));
  const auto receive = [&] {
    while (avcodec_receive_frame(decoder.get(), frame.get()) >= 0) {
      content.seconds.push_back(static_cast<double>(frame->best_effort_timestamp) * av_q2d(video->time_base));
      const int depth = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame->format))->comp[0].depth;
      const cv::Mat plane(frame->height, frame->width, depth > 8 ? CV_16UC1 : CV_8UC1, frame->data[0],
                          static_cast<std::size_t>(frame->linesize[0]));
      plane.convertTo(content.luma.emplace_back(), CV_8U, 1.0 / (1 << (depth - 8)));
    }
  };
  const PacketHandle packet(allocated(av_packet_alloc()));
  for (; av_read_frame(opened, packet.get()) >= 0; av_packet_unref(packet.get())) {
    if (packet->stream_index != video->index) {
      content.other_packets.emplace_back(packet->data, packet->data + packet->size);
      continue;
    }
    avcodec_send_packet(decoder.get(), packet.get());
    receive();
  }
  avcodec_send_packet(decoder.get(), nullptr);
  receive();
  return content;
}

void damage_clip(const std::filesystem::path& path, const std::vector<int>& packets) {
  std::vector<std::pair<std::int64_t, int>> places;
  {
    AVFormatContext* opened = nullptr;
    checked(avformat_open_input(&opened, path.c_str(), nullptr, nullptr), "open the clip");
    const InputHandle container(opened);
    const PacketHandle packet(allocated(av_packet_alloc()));
    for (; av_read_frame(opened, packet.get()) >= 0; av_packet_unref(packet.get()))
      if (packet->stream_index == 0) places.emplace_back(packet->pos, packet->size);
  }
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  for (const int index : packets) {
    const auto& [at, bytes] = places.at(index);
    file.seekp(at + bytes / 3);
    for (int i = 0; i < bytes / 3; ++i) file.put(static_cast<char>(0xFF ^ (i * 37)));
  }
}

}  // namespace ocelli::internal::test
