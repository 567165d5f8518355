#include "ocelli/pipelines/ffmpeg/file_output.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "ocelli/pipelines/ffmpeg/frame_planes.hpp"
#include "ocelli/pipelines/ffmpeg/metadata.hpp"

namespace ocelli::internal::ffmpeg {
namespace {

std::string name_of(const AVStream& stream) {
  const char* const type = av_get_media_type_string(stream.codecpar->codec_type);
  return "stream " + std::to_string(stream.index) + " (" + (type == nullptr ? "data" : type) + ", " +
         avcodec_get_name(stream.codecpar->codec_id) + ")";
}

bool is_cover(const AVStream& stream) { return (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) != 0; }

/// Containers in which players find the rotation of a video.
bool holds_rotation(const AVOutputFormat& container) {
  constexpr std::array<std::string_view, 3> kNames{"mp4", "mov", "ipod"};
  return std::ranges::count(kNames, std::string_view(container.name)) > 0;
}

/// Rotation, mastering display and the like; what describes the old encoding is left out.
void copy_side_data(const AVStream& from, AVStream& to) {
  for (int i = 0; i < from.nb_side_data; ++i) {
    const AVPacketSideData& data = from.side_data[i];
    if (data.type == AV_PKT_DATA_CPB_PROPERTIES) continue;
    std::uint8_t* const copy = allocated(av_stream_new_side_data(&to, data.type, data.size));
    std::memcpy(copy, data.data, data.size);
  }
}

void copy_properties(const AVStream& from, AVStream& to, const VideoRewrite& job) {
  copy_metadata(from.metadata, &to.metadata, job);
  to.disposition = from.disposition;
  copy_side_data(from, to);
}

}  // namespace

FileOutput::FileOutput(const FileInput& input, const AVFrame& first, const VideoRewrite& job)
    : stream_(job.descriptor, job.can_seek), video_time_base_(input.video().time_base) {
  open_container(job);
  for (unsigned i = 0; i < input.container().nb_streams; ++i) {
    const AVStream& stream = *input.container().streams[i];
    if (&stream == &input.video())
      add_video(input, first, job);
    else if (is_cover(stream))
      notes_.push_back("the cover picture is left out");
    else if (job.without_place && may_hold_places(stream))
      notes_.push_back(name_of(stream) + " is left out: it may hold places");
    else
      add_copy(stream, job);
  }
  copy_metadata(input.container().metadata, &container_->metadata, job);
  copy_chapters(input.container(), job);
  // MP4 keeps metadata of cameras under their own names only when asked to.
  Dictionary options;
  if (std::string_view(container_->oformat->name) == "mov" ||
      std::string_view(container_->oformat->name) == "mp4")
    options.set("movflags", "use_metadata_tags");
  checked(avformat_write_header(container_.get(), options.get()),
          "write this video to ." + std::string(container_->oformat->name));
}

void FileOutput::open_container(const VideoRewrite& job) {
  AVFormatContext* container = nullptr;
  avformat_alloc_output_context2(&container, nullptr, nullptr, job.output.c_str());
  if (container == nullptr)
    fail("no container is known for the name " + job.output + ": end it in .mp4, .mkv, .mov, .webm or .avi");
  container_.reset(container);
  container->pb = stream_.context();
  container->flags |= AVFMT_FLAG_CUSTOM_IO;
}

void FileOutput::add_video(const FileInput& input, const AVFrame& first, const VideoRewrite& job) {
  const AVStream& source = input.video();
  if (input.info().quarters != 0 && !holds_rotation(*container_->oformat))
    fail("is turned, which ." + std::string(container_->oformat->name) +
         " cannot hold: name an output that ends in .mp4 or .mov");
  const EncodedLike like{source, input.decoder(), first};
  const EncoderChoice choice = choose_encoder(like, *container_->oformat);
  notes_.insert(notes_.end(), choice.notes.begin(), choice.notes.end());
  encoder_ = open_encoder(choice, like, job.quality, job.threads,
                          (container_->oformat->flags & AVFMT_GLOBALHEADER) != 0);
  AVStream& stream = *allocated(avformat_new_stream(container_.get(), nullptr));
  video_ = stream.index;
  checked(avcodec_parameters_from_context(stream.codecpar, encoder_.get()), "describe the video");
  stream.time_base = encoder_->time_base;
  stream.avg_frame_rate = source.avg_frame_rate;
  stream.r_frame_rate = source.r_frame_rate;
  stream.sample_aspect_ratio =
      source.sample_aspect_ratio.num != 0 ? source.sample_aspect_ratio : first.sample_aspect_ratio;
  stream.codecpar->sample_aspect_ratio = stream.sample_aspect_ratio;
  copy_properties(source, stream, job);
}

void FileOutput::add_copy(const AVStream& source, const VideoRewrite& job) {
  const AVCodecParameters& codec = *source.codecpar;
  const AVOutputFormat& format = *container_->oformat;
  const bool fits = codec.codec_id != AV_CODEC_ID_NONE &&
                    avformat_query_codec(&format, codec.codec_id, FF_COMPLIANCE_NORMAL) != 0;
  if (!fits && codec.codec_type != AVMEDIA_TYPE_AUDIO && codec.codec_type != AVMEDIA_TYPE_SUBTITLE) {
    notes_.push_back(name_of(source) + " is left out: ." + format.name + " cannot hold it");
    return;
  }
  if (!fits)
    fail("has the " + name_of(source) + ", which ." + format.name +
         " cannot hold: name an output with the input's extension");
  AVStream& stream = *allocated(avformat_new_stream(container_.get(), nullptr));
  checked(avcodec_parameters_copy(stream.codecpar, &codec), "describe a stream");
  if (av_codec_get_id(format.codec_tag, codec.codec_tag) != codec.codec_id) stream.codecpar->codec_tag = 0;
  stream.time_base = source.time_base;
  copy_properties(source, stream, job);
  copied_[source.index] = {stream.index, source.time_base};
}

void FileOutput::copy_chapters(const AVFormatContext& input, const VideoRewrite& job) {
  for (unsigned i = 0; i < input.nb_chapters; ++i) {
    const AVChapter& source = *input.chapters[i];
    auto* chapter = static_cast<AVChapter*>(allocated(av_mallocz(sizeof(AVChapter))));
    chapter->id = source.id;
    chapter->time_base = source.time_base;
    chapter->start = source.start;
    chapter->end = source.end;
    copy_metadata(source.metadata, &chapter->metadata, job);
    int count = static_cast<int>(container_->nb_chapters);
    av_dynarray_add(&container_->chapters, &count, chapter);
    container_->nb_chapters = static_cast<unsigned>(count);
  }
}

void FileOutput::encode(AVFrame& frame) {
  std::int64_t time = av_rescale_q(frame.pts, video_time_base_, encoder_->time_base);
  time = std::max(time, next_);  // two frames may fall into one unit of a coarser time base
  next_ = time + 1;
  frame.pts = time;
  frame.pict_type = AV_PICTURE_TYPE_NONE;
  if (frame.pkt_duration > 0)
    durations_[time] = av_rescale_q(frame.pkt_duration, video_time_base_, encoder_->time_base);
  send(&frame);
}

void FileOutput::send(const AVFrame* frame) {
  checked(avcodec_send_frame(encoder_.get(), frame), "encode a frame");
  while (true) {
    const PacketHandle packet(allocated(av_packet_alloc()));
    const int result = avcodec_receive_packet(encoder_.get(), packet.get());
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return;
    checked(result, "encode a frame");
    if (const auto known = durations_.find(packet->pts); known != durations_.end()) {
      packet->duration = known->second;
      durations_.erase(known);
    }
    packet->stream_index = video_;
    av_packet_rescale_ts(packet.get(), encoder_->time_base, container_->streams[video_]->time_base);
    checked(av_interleaved_write_frame(container_.get(), packet.get()), "write the video");
  }
}

void FileOutput::copy(const AVPacket& source) {
  const auto target = copied_.find(source.stream_index);
  if (target == copied_.end()) return;
  const PacketHandle packet(allocated(av_packet_clone(&source)));
  packet->stream_index = target->second.first;
  packet->pos = -1;
  av_packet_rescale_ts(packet.get(), target->second.second,
                       container_->streams[packet->stream_index]->time_base);
  checked(av_interleaved_write_frame(container_.get(), packet.get()), "copy a stream");
}

void FileOutput::finish() {
  send(nullptr);
  checked(av_write_trailer(container_.get()), "finish the video");
  stream_.flush();
}

}  // namespace ocelli::internal::ffmpeg
