#include <csetjmp>
#include <cstdio>
#include <cstdlib>
// After <cstdio>, which it needs.
#include <jpeglib.h>

#include <opencv2/core.hpp>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal {
namespace {

/// A writer of libjpeg. Errors leave the library by longjmp(), so code between setjmp() and there must have
/// nothing to destroy.
struct JpegWriter {
  ::jpeg_compress_struct state{};
  ::jpeg_error_mgr errors{};
  std::jmp_buf escape{};
  unsigned char* bytes = nullptr;
  unsigned long size = 0;

  JpegWriter() {
    state.err = ::jpeg_std_error(&errors);
    state.client_data = this;
    errors.error_exit = [](::j_common_ptr codec) {
      std::longjmp(static_cast<JpegWriter*>(codec->client_data)->escape, 1);
    };
    errors.output_message = [](::j_common_ptr) {};
  }
  ~JpegWriter() {
    ::jpeg_destroy_compress(&state);
    std::free(bytes);
  }
  JpegWriter(const JpegWriter&) = delete;
  JpegWriter& operator=(const JpegWriter&) = delete;
};

/// Returns false if the library gave up.
bool write(JpegWriter& writer, const cv::Mat& picture, int quality) {
  if (setjmp(writer.escape) != 0) return false;
  ::jpeg_create_compress(&writer.state);
  ::jpeg_mem_dest(&writer.state, &writer.bytes, &writer.size);
  writer.state.image_width = static_cast<::JDIMENSION>(picture.cols);
  writer.state.image_height = static_cast<::JDIMENSION>(picture.rows);
  writer.state.input_components = picture.channels();
  writer.state.in_color_space = picture.channels() == 1 ? JCS_GRAYSCALE : JCS_EXT_BGR;
  ::jpeg_set_defaults(&writer.state);
  constexpr boolean kBaseline = TRUE, kWholeTables = TRUE;
  ::jpeg_set_quality(&writer.state, quality, kBaseline);
  ::jpeg_start_compress(&writer.state, kWholeTables);
  while (writer.state.next_scanline < writer.state.image_height) {
    auto* row = const_cast<unsigned char*>(picture.ptr(static_cast<int>(writer.state.next_scanline)));
    ::jpeg_write_scanlines(&writer.state, &row, 1);
  }
  ::jpeg_finish_compress(&writer.state);
  return true;
}

}  // namespace

std::vector<unsigned char> encode_jpeg(const cv::Mat& picture, int quality) {
  JpegWriter writer;
  require(write(writer, picture, quality), Kind::output, "the picture cannot be encoded as jpg");
  return {writer.bytes, writer.bytes + writer.size};
}

}  // namespace ocelli::internal
