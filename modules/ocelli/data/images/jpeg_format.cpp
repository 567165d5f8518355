#include "ocelli/data/images/image_formats.hpp"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
// After <cstdio>, which it needs.
#include <jpeglib.h>

#include <cstring>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_header.hpp"
#include "ocelli/data/images/jpeg_segments.hpp"

namespace ocelli::internal {
namespace {

using Message = std::array<char, JMSG_LENGTH_MAX>;

/// A codec of libjpeg with everything that its callbacks need. They find it through `client_data`. Errors
/// leave the library by longjmp(), so code between setjmp() and there must have nothing to destroy.
struct JpegCodec {
  ::jpeg_decompress_struct state{};
  ::jpeg_error_mgr errors{};
  ::jpeg_progress_mgr progress{};
  std::jmp_buf escape{};
  const InputClock* clock = nullptr;
  Message failure{}, first_warning{};
  bool is_late = false;

  JpegCodec(Bytes file, const InputClock& time);
  ~JpegCodec() { ::jpeg_destroy_decompress(&state); }
  JpegCodec(const JpegCodec&) = delete;
  JpegCodec& operator=(const JpegCodec&) = delete;
};

JpegCodec& codec_of(::j_common_ptr state) { return *static_cast<JpegCodec*>(state->client_data); }

[[noreturn]] void leave(::j_common_ptr state) {
  JpegCodec& codec = codec_of(state);
  state->err->format_message(state, codec.failure.data());
  std::longjmp(codec.escape, 1);
}

/// Levels below 0 are corrupt data that the library recovers from. All others are only informative.
void take_message(::j_common_ptr state, int level) {
  if (level >= 0) return;
  if (state->err->num_warnings++ == 0)
    state->err->format_message(state, codec_of(state).first_warning.data());
}

void check_clock(::j_common_ptr state) {
  JpegCodec& codec = codec_of(state);
  if (!codec.clock->is_over()) return;
  codec.is_late = true;
  std::longjmp(codec.escape, 1);
}

JpegCodec::JpegCodec(Bytes file, const InputClock& time) : clock(&time) {
  state.err = ::jpeg_std_error(&errors);
  errors.error_exit = leave;
  errors.emit_message = take_message;
  errors.output_message = [](::j_common_ptr) {};
  state.client_data = this;
  if (setjmp(escape) != 0) return;
  ::jpeg_create_decompress(&state);
  progress.progress_monitor = check_clock;
  state.progress = &progress;
  ::jpeg_mem_src(&state, reinterpret_cast<const unsigned char*>(file.data()), file.size());
  constexpr unsigned kAnyLength = 0xFFFF;
  ::jpeg_save_markers(&state, JPEG_APP0 + 1, kAnyLength);
}

/// Returns false if the library gave up.
bool read_header(JpegCodec& codec) {
  if (setjmp(codec.escape) != 0) return false;
  ::jpeg_read_header(&codec.state, TRUE);
  return true;
}

bool start(JpegCodec& codec, ::J_COLOR_SPACE colors) {
  if (setjmp(codec.escape) != 0) return false;
  codec.state.out_color_space = colors;
  ::jpeg_start_decompress(&codec.state);
  return true;
}

bool read_rows(JpegCodec& codec, unsigned char* pixels, std::size_t step) {
  if (setjmp(codec.escape) != 0) return false;
  while (codec.state.output_scanline < codec.state.output_height) {
    unsigned char* row = pixels + codec.state.output_scanline * step;
    ::jpeg_read_scanlines(&codec.state, &row, 1);
  }
  ::jpeg_finish_decompress(&codec.state);
  return true;
}

void require_success(bool success, const JpegCodec& codec, const std::string& name) {
  if (success) return;
  if (codec.is_late) codec.clock->refuse(name);
  throw Error(Kind::input, std::string("cannot be decoded: ") + codec.failure.data(), name);
}

/// CMYK as Adobe stores it, inverted: each color channel is the light of black minus what its ink absorbs.
cv::Vec3b bgr_of(const cv::Vec4b& ink) {
  const int light = ink[3];
  const auto channel = [light](int value) {
    return static_cast<unsigned char>(light - ((255 - value) * light >> 8));
  };
  return {channel(ink[2]), channel(ink[1]), channel(ink[0])};
}

cv::Mat without_ink(const cv::Mat& inks) {
  cv::Mat image(inks.size(), CV_8UC3);
  for (int y = 0; y < inks.rows; ++y) {
    for (int x = 0; x < inks.cols; ++x) image.at<cv::Vec3b>(y, x) = bgr_of(inks.at<cv::Vec4b>(y, x));
  }
  return image;
}

/// The color space requested from libjpeg. Luma and color differences provide both the gray and the colors in
/// one decoding.
::J_COLOR_SPACE stored_as(const JpegCodec& codec, Colors wanted) {
  const ::J_COLOR_SPACE space = codec.state.jpeg_color_space;
  if (space == JCS_CMYK || space == JCS_YCCK) return JCS_CMYK;
  if (wanted == Colors::gray || space == JCS_GRAYSCALE) return JCS_GRAYSCALE;
  return wanted == Colors::both && space == JCS_YCbCr ? JCS_YCbCr : JCS_EXT_BGR;
}

/// From luma, blue difference and red difference.
DecodedImage of_planes(const cv::Mat& planes, std::string warning) {
  DecodedImage image{.pixels = {}, .warning = std::move(warning)};
  cv::extractChannel(planes, image.pixels, 0);
  cv::Mat reordered(planes.size(), CV_8UC3);
  cv::mixChannels(planes, reordered, {0, 0, 1, 2, 2, 1});
  cv::cvtColor(reordered, image.colors, cv::COLOR_YCrCb2BGR);
  return image;
}

int orientation_of(const JpegCodec& codec) {
  using namespace std::string_view_literals;
  for (const auto* marker = codec.state.marker_list; marker != nullptr; marker = marker->next) {
    const Bytes data = std::as_bytes(std::span(marker->data, marker->data_length));
    if (has_at(data, 0, "Exif\0\0"sv)) return exif_orientation(data.subspan(6));
  }
  return 1;
}

std::string warning_of(const JpegCodec& codec) {
  const long count = codec.errors.num_warnings;
  if (count == 0) return {};
  const std::string first = codec.first_warning.data();
  return count == 1 ? first : first + " (first of " + std::to_string(count) + " faults)";
}

/// Gray is the stored luma.
DecodedImage decode_jpeg(Bytes file, Decoding decoding, const InputLimits& limits, const std::string& name) {
  const Colors colors = decoding.colors;
  const InputClock clock(limits);
  JpegCodec codec(file, clock);
  require_success(read_header(codec), codec, name);
  // libjpeg discards the data before the pixels once it has read them.
  const int orientation = orientation_of(codec);
  require_pixels(codec.state.image_width, codec.state.image_height, limits, name);

  const ::J_COLOR_SPACE stored = stored_as(codec, colors);
  require_success(start(codec, stored), codec, name);
  cv::Mat pixels(static_cast<int>(codec.state.output_height), static_cast<int>(codec.state.output_width),
                 CV_8UC(codec.state.output_components), cv::Scalar::all(0));
  require_success(read_rows(codec, pixels.data, pixels.step), codec, name);
  pixels = oriented(pixels, orientation);
  if (stored == JCS_YCbCr) return of_planes(pixels, warning_of(codec));
  if (stored == JCS_CMYK) pixels = without_ink(pixels);
  return with_gray({pixels, warning_of(codec)}, colors);
}

/// From the frame header, SOF0 .. SOF15.
std::optional<ImageHeader> read_jpeg_header(Bytes file) {
  JpegSegments segments(file);
  while (const std::optional<JpegSegment> segment = segments.next()) {
    const std::int64_t marker = segment->marker;
    const bool is_frame =
        marker >= 0xFFC0 && marker <= 0xFFCF && marker != 0xFFC4 && marker != 0xFFC8 && marker != 0xFFCC;
    if (is_frame) return header_of_size(big(segment->data, 3, 2), big(segment->data, 1, 2));
  }
  return std::nullopt;
}

/// From the Exif segment among those before the frame.
int jpeg_orientation(Bytes file) {
  using namespace std::string_view_literals;
  constexpr std::int64_t kApp1 = 0xFFE1, kFirstApp = 0xFFE0, kLastApp = 0xFFEF, kComment = 0xFFFE;
  JpegSegments segments(file);
  while (const std::optional<JpegSegment> segment = segments.next()) {
    const bool may_come_before =
        (segment->marker >= kFirstApp && segment->marker <= kLastApp) || segment->marker == kComment;
    if (!may_come_before) return 1;
    if (segment->marker == kApp1 && has_at(segment->data, 0, "Exif\0\0"sv))
      return exif_orientation(segment->data.subspan(6));
  }
  return 1;
}

/// Searches backward for the end-of-image marker, because any data may follow it. A thumbnail has its own
/// marker, in a segment before the image data.
bool jpeg_ends_early(Bytes file, const ImageHeader&) {
  JpegSegments segments(file);
  std::optional<JpegSegment> segment = segments.next();
  while (segment && segment->marker != JpegSegments::kStartOfScan) segment = segments.next();
  if (!segment) return true;
  constexpr std::array kEndOfImage = {std::byte{0xFF}, std::byte{0xD9}};
  return std::search(file.begin() + static_cast<std::ptrdiff_t>(segment->at), file.end(), kEndOfImage.begin(),
                     kEndOfImage.end()) == file.end();
}

}  // namespace

ImageFormat jpeg_format() {
  return {.name = "jpeg",
          .endings = {".jpg", ".jpeg", ".jfif", ".jpe", ".jif"},
          .mark = "\xFF\xD8\xFF",
          .begins = [](Bytes front) { return has_at(front, 0, "\xFF\xD8"); },
          .header = read_jpeg_header,
          .orientation = jpeg_orientation,
          .ends_early = jpeg_ends_early,
          .resolution = jpeg_resolution,
          .decode = decode_jpeg};
}

}  // namespace ocelli::internal
