#include "ocelli/pipelines/ffmpeg/encoder_choice.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "ocelli/pipelines/ffmpeg/frame_planes.hpp"

extern "C" {
#include <libavutil/pixdesc.h>
}

namespace ocelli::internal::ffmpeg {
namespace {

/// How an encoder is asked for a quality.
enum class Control {
  crf,        ///< its option "crf"
  quantizer,  ///< a fixed quantizer
  none,       ///< lossless, or not adjustable
};

struct EncoderSettings {
  std::string_view name;
  Control control;
  int quality;  ///< the default: hardly any difference is visible
  std::string_view option, value;
};

/// Fast settings: a video should be blurred in no more than its own time.
constexpr std::array kSettings{
    EncoderSettings{"libx264", Control::crf, 22, "preset", "veryfast"},
    EncoderSettings{"libx265", Control::crf, 24, "preset", "ultrafast"},
    EncoderSettings{"libvpx", Control::crf, 10, "cpu-used", "8"},
    EncoderSettings{"libvpx-vp9", Control::crf, 28, "cpu-used", "8"},
    EncoderSettings{"libsvtav1", Control::crf, 30, "preset", "10"},
    EncoderSettings{"mpeg4", Control::quantizer, 3, "", ""},
    EncoderSettings{"mjpeg", Control::quantizer, 3, "", ""},
    EncoderSettings{"mpeg2video", Control::quantizer, 3, "", ""},
    EncoderSettings{"mpeg1video", Control::quantizer, 3, "", ""},
    EncoderSettings{"flv", Control::quantizer, 3, "", ""},
    EncoderSettings{"wmv2", Control::quantizer, 3, "", ""},
    EncoderSettings{"ffv1", Control::none, 0, "", ""},
    EncoderSettings{"rawvideo", Control::none, 0, "", ""},
};

const EncoderSettings* settings_of(std::string_view name) {
  const auto* const found = std::ranges::find(kSettings, name, &EncoderSettings::name);
  return found == kSettings.end() ? nullptr : found;
}

/// The first of our encoders for a codec that this FFmpeg has.
const AVCodec* encoder_of(AVCodecID codec) {
  for (const EncoderSettings& settings : kSettings) {
    const AVCodec* const encoder = avcodec_find_encoder_by_name(std::string(settings.name).c_str());
    if (encoder != nullptr && encoder->id == codec) return encoder;
  }
  return nullptr;
}

bool can_hold(const AVOutputFormat& container, const AVCodec& encoder) {
  return avformat_query_codec(&container, encoder.id, FF_COMPLIANCE_NORMAL) == 1;
}

bool accepts(const AVCodec& encoder, AVPixelFormat format) {
  if (encoder.pix_fmts == nullptr) return true;
  for (const AVPixelFormat* one = encoder.pix_fmts; *one != AV_PIX_FMT_NONE; ++one)
    if (*one == format) return true;
  return false;
}

int depth_of(AVPixelFormat format) { return av_pix_fmt_desc_get(format)->comp[0].depth; }

/// The format of the encoder that loses least of the source's.
AVPixelFormat nearest_format(const AVCodec& encoder, AVPixelFormat source) {
  if (accepts(encoder, source) && has_plain_planes(source)) return source;
  std::vector<AVPixelFormat> plain;
  for (const AVPixelFormat* one = encoder.pix_fmts; one != nullptr && *one != AV_PIX_FMT_NONE; ++one)
    if (has_plain_planes(*one)) plain.push_back(*one);
  plain.push_back(AV_PIX_FMT_NONE);
  return avcodec_find_best_pix_fmt_of_list(plain.data(), source, 0, nullptr);
}

const AVCodec* encoder_for(const EncodedLike& video, const AVOutputFormat& container,
                           std::vector<std::string>& notes) {
  const AVCodecID codec = video.stream.codecpar->codec_id;
  const AVCodec* const same = encoder_of(codec);
  if (same != nullptr && can_hold(container, *same)) return same;
  const AVCodec* const h264 = encoder_of(AV_CODEC_ID_H264);
  const std::string name = avcodec_get_name(codec);
  if (h264 == nullptr || !can_hold(container, *h264))
    fail("has the codec " + name + ", which cannot be encoded for " + container.name +
         ": name an output that ends in .mp4 or .mkv");
  notes.push_back(
      "the codec is H.264, not " + name +
      (same == nullptr ? ", for which there is no encoder" : ", which the container cannot hold"));
  return h264;
}

/// The longest time base that still tells all frames apart: some codecs count in frames alone.
AVRational time_base_for(const AVCodec& encoder, const EncodedLike& video) {
  const AVRational stream = video.stream.time_base, rate = video.stream.avg_frame_rate;
  constexpr int kMaxDenominator = 65535;  // of MPEG-4
  const bool is_counted = encoder.id == AV_CODEC_ID_MPEG1VIDEO || encoder.id == AV_CODEC_ID_MPEG2VIDEO;
  const bool is_too_fine = encoder.id == AV_CODEC_ID_MPEG4 && stream.den > kMaxDenominator;
  return (is_counted || is_too_fine) && rate.num > 0 && rate.den > 0 ? av_inv_q(rate) : stream;
}

bool is_rgb(AVPixelFormat format) { return (av_pix_fmt_desc_get(format)->flags & AV_PIX_FMT_FLAG_RGB) != 0; }

/// Requires  the encoder's pixel format.
void copy_colors(const AVFrame& from, AVCodecContext& to) {
  const bool is_converted = is_rgb(static_cast<AVPixelFormat>(from.format)) && !is_rgb(to.pix_fmt);
  to.color_range = is_converted ? AVCOL_RANGE_MPEG : from.color_range;
  to.colorspace = is_converted ? AVCOL_SPC_SMPTE170M : from.colorspace;  // as libswscale converts
  to.color_primaries = from.color_primaries;
  to.color_trc = from.color_trc;
  to.chroma_sample_location = from.chroma_location;
}

void set_quality(AVCodecContext& encoder, const EncoderSettings& settings, std::optional<int> wanted,
                 Dictionary& options) {
  const int quality = wanted.value_or(settings.quality);
  if (settings.control == Control::crf) options.set("crf", std::to_string(quality));
  if (settings.control != Control::quantizer) return;
  encoder.flags |= AV_CODEC_FLAG_QSCALE;
  encoder.global_quality = FF_QP2LAMBDA * quality;
}

/// What single encoders need besides.
void set_details(AVCodecContext& encoder, const EncoderSettings& settings, Dictionary& options) {
  if (!settings.option.empty()) options.set(std::string(settings.option), std::string(settings.value));
  // libx265 prints to stderr by itself.
  if (settings.name == "libx265") options.set("x265-params", "log-level=none");
  if (settings.name.starts_with("libvpx")) options.set("deadline", "realtime");
  if (settings.name == "libvpx-vp9") options.set("row-mt", "1");
  // VP8's quality is bounded by a bit rate as well: leave it room.
  if (settings.name == "libvpx") encoder.bit_rate = std::int64_t{encoder.width} * encoder.height * 8;
}

}  // namespace

EncoderChoice choose_encoder(const EncodedLike& video, const AVOutputFormat& container) {
  EncoderChoice choice{.encoder = nullptr, .format = AV_PIX_FMT_NONE, .notes = {}};
  choice.encoder = encoder_for(video, container, choice.notes);
  const auto source = static_cast<AVPixelFormat>(video.first.format);
  choice.format = nearest_format(*choice.encoder, source);
  if (choice.format == AV_PIX_FMT_NONE) fail(std::string("cannot be encoded as ") + choice.encoder->name);
  if (depth_of(choice.format) < depth_of(source))
    choice.notes.push_back("colors have " + std::to_string(depth_of(choice.format)) + " bits, not " +
                           std::to_string(depth_of(source)));
  return choice;
}

CodecHandle open_encoder(const EncoderChoice& choice, const EncodedLike& video, std::optional<int> quality,
                         int threads, bool has_global_header) {
  CodecHandle encoder(allocated(avcodec_alloc_context3(choice.encoder)));
  encoder->width = video.first.width;
  encoder->height = video.first.height;
  encoder->pix_fmt = choice.format;
  encoder->sample_aspect_ratio = video.first.sample_aspect_ratio;
  encoder->time_base = time_base_for(*choice.encoder, video);
  encoder->framerate = video.stream.avg_frame_rate;
  encoder->thread_count = threads;
  encoder->strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL;  // full range in MJPEG and others
  copy_colors(video.first, *encoder);
  if (has_global_header) encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  if (video.first.interlaced_frame != 0) {
    encoder->flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME;
    encoder->field_order = video.decoder.field_order;
  }
  Dictionary options;
  if (const EncoderSettings* const settings = settings_of(choice.encoder->name)) {
    set_quality(*encoder, *settings, quality, options);
    set_details(*encoder, *settings, options);
  }
  checked(avcodec_open2(encoder.get(), choice.encoder, options.get()),
          std::string("open the encoder ") + choice.encoder->name);
  return encoder;
}

}  // namespace ocelli::internal::ffmpeg
