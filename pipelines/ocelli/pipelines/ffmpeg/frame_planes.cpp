#include "ocelli/pipelines/ffmpeg/frame_planes.hpp"

#include <algorithm>
#include <array>
#include <opencv2/core.hpp>

extern "C" {
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
}

namespace ocelli::internal::ffmpeg {
namespace {

const AVPixFmtDescriptor& description_of(AVPixelFormat format) {
  const AVPixFmtDescriptor* const description = av_pix_fmt_desc_get(format);
  if (description == nullptr) fail("has frames of an unknown pixel format");
  return *description;
}

bool is_rgb(const AVPixFmtDescriptor& format) { return (format.flags & AV_PIX_FMT_FLAG_RGB) != 0; }

int bytes_per_sample(const AVPixFmtDescriptor& format) { return format.comp[0].depth > 8 ? 2 : 1; }

/// The components of a plane, in the order of their samples.
std::vector<int> components_in(const AVPixFmtDescriptor& format, int plane) {
  std::vector<int> components;
  for (int i = 0; i < format.nb_components; ++i)
    if (format.comp[i].plane == plane) components.push_back(i);
  std::ranges::sort(components, {}, [&](int i) { return format.comp[i].offset; });
  return components;
}

/// The luma coefficients of red and blue.
/// Source  ITU-R BT.601, BT.709, BT.2020.
std::array<double, 2> luma_weights(const AVFrame& frame) {
  switch (frame.colorspace) {
    case AVCOL_SPC_BT709:
      return {0.2126, 0.0722};
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL:
      return {0.2627, 0.0593};
    case AVCOL_SPC_UNSPECIFIED:
      break;
    default:
      return {0.299, 0.114};
  }
  return frame.height >= 720 ? std::array{0.2126, 0.0722} : std::array{0.299, 0.114};
}

/// (blue, green, red, 1) to one component.
using Row = std::array<double, 4>;

Row rgb_row(int component, double scale) {
  Row row{};
  if (component < 3) row[2 - component] = scale;  // components are red, green, blue
  if (component == 3) row[3] = 255 * scale;       // opaque
  return row;
}

Row yuv_row(int component, const AVFrame& frame, int depth) {
  const auto [kr, kb] = luma_weights(frame);
  const double kg = 1 - kr - kb;
  const bool full = has_full_range(frame);
  const double step = static_cast<double>(1 << (depth - 8));
  const double top = static_cast<double>((1 << depth) - 1);
  const double gain = full ? top / 255 : step * (component == 0 ? 219 : 224) / 255;
  const double zero = component == 0 ? (full ? 0 : 16 * step) : 128 * step;
  if (component == 0) return {kb * gain, kg * gain, kr * gain, zero};
  if (component == 3) return {0, 0, 0, top};  // opaque
  const double main = gain / 2, share = component == 1 ? main / (1 - kb) : main / (1 - kr);
  if (component == 1) return {main, -kg * share, -kr * share, zero};
  return {-kb * share, -kg * share, main, zero};
}

cv::Mat colors_of(const AVFrame& frame, const AVPixFmtDescriptor& format, std::span<const int> components) {
  cv::Mat matrix(static_cast<int>(components.size()), 4, CV_64F);
  for (int i = 0; i < matrix.rows; ++i) {
    const int component = components[i], depth = format.comp[component].depth;
    Row row = is_rgb(format)
                  ? rgb_row(component, ((1 << depth) - 1) / 255.0)
                  : yuv_row(format.nb_components == 2 && component == 1 ? 3 : component, frame, depth);
    const double shift = static_cast<double>(1 << format.comp[component].shift);
    for (int k = 0; k < 4; ++k) matrix.at<double>(i, k) = row[k] * shift;
  }
  return matrix;
}

}  // namespace

bool has_plain_planes(AVPixelFormat pixel_format) {
  const AVPixFmtDescriptor& format = description_of(pixel_format);
  constexpr unsigned kOthers = AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL |
                               AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;
  if ((format.flags & kOthers) != 0 || format.nb_components == 0) return false;
  const int bytes = bytes_per_sample(format);
  if ((format.flags & AV_PIX_FMT_FLAG_BE) != 0 && bytes > 1) return false;
  for (int i = 0; i < format.nb_components; ++i) {
    const AVComponentDescriptor& part = format.comp[i];
    const auto neighbors = static_cast<int>(components_in(format, part.plane).size());
    if (part.depth < 8 || part.depth > 16 || part.step != neighbors * bytes || part.offset % bytes != 0)
      return false;
  }
  return true;
}

std::vector<PicturePlane> planes_of(const AVFrame& frame) {
  const AVPixFmtDescriptor& format = description_of(static_cast<AVPixelFormat>(frame.format));
  std::vector<PicturePlane> planes;
  for (int p = 0; p < av_pix_fmt_count_planes(static_cast<AVPixelFormat>(frame.format)); ++p) {
    const std::vector<int> components = components_in(format, p);
    const bool is_color = !is_rgb(format) && (components.front() == 1 || components.front() == 2);
    const int shift_x = is_color ? format.log2_chroma_w : 0, shift_y = is_color ? format.log2_chroma_h : 0;
    const int type =
        CV_MAKETYPE(bytes_per_sample(format) == 2 ? CV_16U : CV_8U, static_cast<int>(components.size()));
    // A negative line size means rows from the bottom up, which cv::Mat cannot express.
    if (frame.linesize[p] <= 0) fail("has frames stored from the bottom up");
    planes.push_back(
        {.samples = cv::Mat(AV_CEIL_RSHIFT(frame.height, shift_y), AV_CEIL_RSHIFT(frame.width, shift_x), type,
                            frame.data[p], static_cast<std::size_t>(frame.linesize[p])),
         .step_x = 1 << shift_x,
         .step_y = 1 << shift_y,
         .from_bgr = colors_of(frame, format, components)});
  }
  return planes;
}

bool starts_with_gray(AVPixelFormat pixel_format) {
  const AVPixFmtDescriptor& format = description_of(pixel_format);
  return has_plain_planes(pixel_format) && !is_rgb(format) && components_in(format, 0).size() == 1;
}

bool has_full_range(const AVFrame& frame) {
  const auto format = static_cast<AVPixelFormat>(frame.format);
  return frame.color_range == AVCOL_RANGE_JPEG || format == AV_PIX_FMT_YUVJ420P ||
         format == AV_PIX_FMT_YUVJ422P || format == AV_PIX_FMT_YUVJ444P || format == AV_PIX_FMT_YUVJ440P;
}

cv::Mat gray_of(const AVFrame& frame) {
  const auto format = static_cast<AVPixelFormat>(frame.format);
  if (!starts_with_gray(format)) return gray_of(*converted(frame, AV_PIX_FMT_YUVJ444P));
  const std::vector<PicturePlane> planes = planes_of(frame);
  const cv::Mat& row = planes[0].from_bgr;
  const double zero = row.at<double>(0, 3);
  const double gain = row.at<double>(0, 0) + row.at<double>(0, 1) + row.at<double>(0, 2);
  cv::Mat gray;
  if (zero == 0 && gain == 1)
    planes[0].samples.copyTo(gray);
  else
    planes[0].samples.convertTo(gray, CV_8U, 1 / gain, -zero / gain);
  return gray;
}

FrameHandle converted(const AVFrame& frame, AVPixelFormat format) {
  FrameHandle result(allocated(av_frame_alloc()));
  checked(av_frame_copy_props(result.get(), &frame), "copy the properties of a frame");
  result->format = format;
  result->width = frame.width;
  result->height = frame.height;
  if (format == AV_PIX_FMT_YUVJ444P) result->color_range = AVCOL_RANGE_JPEG;
  checked(av_frame_get_buffer(result.get(), 0), "allocate a frame");
  const ScalerHandle scaler(sws_getContext(
      frame.width, frame.height, static_cast<AVPixelFormat>(frame.format), frame.width, frame.height, format,
      SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, nullptr, nullptr, nullptr));
  if (scaler == nullptr) {
    fail("has frames of the pixel format " +
         std::string(av_get_pix_fmt_name(static_cast<AVPixelFormat>(frame.format))) +
         ", which cannot be converted");
  }
  checked(
      sws_scale(scaler.get(), frame.data, frame.linesize, 0, frame.height, result->data, result->linesize),
      "convert a frame");
  return result;
}

}  // namespace ocelli::internal::ffmpeg
