#include <png.h>

#include <csetjmp>
#include <new>
#include <opencv2/core.hpp>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal {
namespace {

/// A writer of libpng. Errors leave the library by longjmp(), so code between setjmp() and there must have
/// nothing to destroy.
struct PngWriter {
  ::png_structp state = nullptr;
  ::png_infop info = nullptr;
  std::vector<unsigned char> bytes;

  PngWriter();
  ~PngWriter() { ::png_destroy_write_struct(&state, &info); }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;
};

[[noreturn]] void leave_writer(::png_structp state, ::png_const_charp) { ::png_longjmp(state, 1); }

void take_bytes(::png_structp state, ::png_bytep data, std::size_t count) {
  auto& bytes = static_cast<PngWriter*>(::png_get_io_ptr(state))->bytes;
  bool is_stored = true;
  try {
    bytes.insert(bytes.end(), data, data + count);
  } catch (const std::bad_alloc&) {
    is_stored = false;
  }
  if (!is_stored) ::png_error(state, "out of memory");
}

PngWriter::PngWriter() {
  state =
      ::png_create_write_struct(PNG_LIBPNG_VER_STRING, this, leave_writer, [](::png_structp, const char*) {});
  if (state != nullptr) info = ::png_create_info_struct(state);
  if (info == nullptr) {
    ::png_destroy_write_struct(&state, &info);
    throw std::bad_alloc();
  }
  ::png_set_write_fn(state, this, take_bytes, [](::png_structp) {});
}

/// Returns false if the library gave up.
bool write(PngWriter& writer, const cv::Mat& picture, PngOptions options) {
  if (setjmp(png_jmpbuf(writer.state)) != 0) return false;
  constexpr int kDefaultStrategy = 0;
  ::png_set_compression_level(writer.state, options.compression);
  ::png_set_compression_strategy(writer.state, kDefaultStrategy);
  const int colors = picture.channels() == 1 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB;
  ::png_set_IHDR(writer.state, writer.info, static_cast<::png_uint_32>(picture.cols),
                 static_cast<::png_uint_32>(picture.rows), options.bilevel ? 1 : 8, colors,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  ::png_write_info(writer.state, writer.info);
  if (options.bilevel) ::png_set_packing(writer.state);
  ::png_set_bgr(writer.state);
  for (int y = 0; y < picture.rows; ++y) ::png_write_row(writer.state, picture.ptr(y));
  ::png_write_end(writer.state, writer.info);
  return true;
}

}  // namespace

std::vector<unsigned char> encode_png(const cv::Mat& picture, PngOptions options) {
  PngWriter writer;
  require(write(writer, picture, options), Kind::output, "the picture cannot be encoded as png");
  return std::move(writer.bytes);
}

}  // namespace ocelli::internal
