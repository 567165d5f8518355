#include <png.h>

#include <array>
#include <bit>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
// After <cstdio>, which it needs.
#include <jpeglib.h>

#include <new>
#include <opencv2/core.hpp>
#include <utility>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal {
namespace {

void require_encodable(const cv::Mat& picture, bool is_deep_allowed = false) {
  const bool has_depth = picture.depth() == CV_8U || (is_deep_allowed && picture.depth() == CV_16U);
  const int channels = picture.channels();
  require(!picture.empty() && has_depth && (channels == 1 || channels == 3 || channels == 4), Kind::output,
          "the picture cannot be encoded: expected 8 bits a channel, and 1, 3 or 4 channels");
}

// ---- PNG

/// A codec of libpng and the bytes that it has written. Errors leave the library by longjmp(), so code
/// between setjmp() and there must have nothing to destroy.
struct PngWriter {
  ::png_structp state = ::png_create_write_struct(PNG_LIBPNG_VER_STRING, this, leave, ignore);
  ::png_infop info = state != nullptr ? ::png_create_info_struct(state) : nullptr;
  std::vector<unsigned char> bytes;

  PngWriter() {
    if (info != nullptr) return;
    ::png_destroy_write_struct(&state, &info);
    throw std::bad_alloc();
  }
  ~PngWriter() { ::png_destroy_write_struct(&state, &info); }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;

  [[noreturn]] static void leave(::png_structp state, ::png_const_charp) { ::png_longjmp(state, 1); }
  static void ignore(::png_structp, ::png_const_charp) {}

  /// Exceptions do not cross the library.
  static void take(::png_structp state, ::png_bytep given, std::size_t count) {
    std::vector<unsigned char>& bytes = static_cast<PngWriter*>(::png_get_io_ptr(state))->bytes;
    bool fits = true;
    try {
      bytes.insert(bytes.end(), given, given + count);
    } catch (const std::bad_alloc&) {
      fits = false;
    }
    if (!fits) ::png_error(state, "out of memory");
  }
};

int png_colors(int channels) {
  if (channels == 1) return PNG_COLOR_TYPE_GRAY;
  return channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA;
}

int bits_of(const cv::Mat& picture) { return picture.depth() == CV_16U ? 16 : 8; }

/// Returns false if the library gave up. These are the settings of OpenCV, so that the bytes are the same.
bool write(PngWriter& writer, const cv::Mat& picture, const PngOptions& options) {
  if (setjmp(png_jmpbuf(writer.state)) != 0) return false;
  ::png_set_write_fn(writer.state, &writer, PngWriter::take, nullptr);
  ::png_set_compression_level(writer.state, options.compression);
  constexpr int kDefaultStrategy = 0;
  ::png_set_compression_strategy(writer.state, kDefaultStrategy);
  ::png_set_IHDR(writer.state, writer.info, static_cast<::png_uint_32>(picture.cols),
                 static_cast<::png_uint_32>(picture.rows), options.bilevel ? 1 : bits_of(picture),
                 png_colors(picture.channels()), PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
  ::png_write_info(writer.state, writer.info);
  if (options.bilevel) ::png_set_packing(writer.state);
  if constexpr (std::endian::native == std::endian::little) ::png_set_swap(writer.state);
  ::png_set_bgr(writer.state);
  for (int y = 0; y < picture.rows; ++y) ::png_write_row(writer.state, picture.ptr(y));
  ::png_write_end(writer.state, writer.info);
  return true;
}

// ---- JPEG

/// The same for libjpeg, which allocates the bytes itself.
struct JpegWriter {
  ::jpeg_compress_struct state{};
  ::jpeg_error_mgr errors{};
  std::jmp_buf escape{};
  unsigned char* bytes = nullptr;
  unsigned long size = 0;

  JpegWriter() {
    state.err = ::jpeg_std_error(&errors);
    errors.error_exit = [](::j_common_ptr common) {
      std::longjmp(static_cast<JpegWriter*>(common->client_data)->escape, 1);
    };
    errors.output_message = [](::j_common_ptr) {};
    state.client_data = this;
  }
  ~JpegWriter() {
    ::jpeg_destroy_compress(&state);
    std::free(bytes);
  }
  JpegWriter(const JpegWriter&) = delete;
  JpegWriter& operator=(const JpegWriter&) = delete;
};

bool write(JpegWriter& writer, const cv::Mat& picture, int quality) {
  if (setjmp(writer.escape) != 0) return false;
  ::jpeg_compress_struct& state = writer.state;
  ::jpeg_create_compress(&state);
  ::jpeg_mem_dest(&state, &writer.bytes, &writer.size);
  state.image_width = static_cast<::JDIMENSION>(picture.cols);
  state.image_height = static_cast<::JDIMENSION>(picture.rows);
  state.input_components = picture.channels();
  constexpr std::array kColors = {JCS_GRAYSCALE, JCS_UNKNOWN, JCS_EXT_BGR, JCS_EXT_BGRX};
  state.in_color_space = kColors[static_cast<std::size_t>(picture.channels() - 1)];
  ::jpeg_set_defaults(&state);
  ::jpeg_set_quality(&state, quality, TRUE);
  ::jpeg_start_compress(&state, TRUE);
  while (state.next_scanline < state.image_height) {
    auto* row = const_cast<unsigned char*>(picture.ptr(static_cast<int>(state.next_scanline)));
    ::jpeg_write_scanlines(&state, &row, 1);
  }
  ::jpeg_finish_compress(&state);
  return true;
}

}  // namespace

std::vector<unsigned char> encode_png(const cv::Mat& picture, PngOptions options) {
  constexpr bool kIsDeepAllowed = true;
  require_encodable(picture, kIsDeepAllowed);
  PngWriter writer;
  require(write(writer, picture, options), Kind::output, "the picture cannot be encoded as png");
  return std::move(writer.bytes);
}

std::vector<unsigned char> encode_jpeg(const cv::Mat& picture, int quality) {
  require_encodable(picture);
  JpegWriter writer;
  require(write(writer, picture, quality), Kind::output, "the picture cannot be encoded as jpeg");
  return {writer.bytes, writer.bytes + writer.size};
}

}  // namespace ocelli::internal
