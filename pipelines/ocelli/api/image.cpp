#include "ocelli/image.hpp"

#include <cstdlib>
#include <cstring>
#include <opencv2/imgproc.hpp>
#include <string>

#include "ocelli/api/public_values.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/opencv.hpp"

namespace ocelli {

int bytes_per_pixel(PixelFormat format) {
  switch (format) {
    case PixelFormat::gray8:
      return 1;
    case PixelFormat::gray16:
      return 2;
    case PixelFormat::bgr8:
    case PixelFormat::rgb8:
      return 3;
    case PixelFormat::bgra8:
    case PixelFormat::rgba8:
      return 4;
  }
  throw Error(Kind::image, "is not a valid pixel format", "ImageView::format");
}

namespace internal {

cv::Mat matrix_of(const ImageView& view) {
  require(view.data != nullptr && view.width > 0 && view.height > 0, Kind::image, "the image has no pixels");
  const std::ptrdiff_t row = std::ptrdiff_t{view.width} * bytes_per_pixel(view.format);
  require(view.row_stride == 0 || view.row_stride >= row, Kind::image, [&] {
    return "the row stride must be at least " + std::to_string(row) + " bytes, got " +
           std::to_string(view.row_stride);
  });
  if (view.format != PixelFormat::rgb8 && view.format != PixelFormat::rgba8) return ocelli::matrix_of(view);
  ImageView as_bgr = view;
  as_bgr.format = view.format == PixelFormat::rgb8 ? PixelFormat::bgr8 : PixelFormat::bgra8;
  cv::Mat swapped;
  cv::cvtColor(ocelli::matrix_of(as_bgr), swapped,
               view.format == PixelFormat::rgb8 ? cv::COLOR_RGB2BGR : cv::COLOR_RGBA2BGRA);
  return swapped;
}

Image image_of(const cv::Mat& matrix) {
  Image image{.pixels = {},
              .width = matrix.cols,
              .height = matrix.rows,
              .format = matrix.channels() == 1 ? PixelFormat::gray8 : PixelFormat::bgr8};
  const std::size_t row = matrix.elemSize() * static_cast<std::size_t>(matrix.cols);
  image.pixels.resize(row * static_cast<std::size_t>(matrix.rows));
  for (int y = 0; y < matrix.rows; ++y)
    std::memcpy(image.pixels.data() + row * static_cast<std::size_t>(y), matrix.ptr(y), row);
  return image;
}

namespace {

std::vector<unsigned char> encoded(const cv::Mat& pixels, const std::filesystem::path& path) {
  constexpr int kJpegQuality = 95;
  const std::string ending = ending_of(path.string());
  if (ending == ".png") return encode_png(pixels);
  if (ending == ".jpg" || ending == ".jpeg") return encode_jpeg(pixels, kJpegQuality);
  throw Error(Kind::usage, "must end in .png, .jpg or .jpeg", path.string());
}

}  // namespace
}  // namespace internal

Image read_image(const std::filesystem::path& path) { return internal::image_of(internal::read_image(path)); }

Image decode_image(std::span<const std::byte> file, const std::string& name) {
  return internal::image_of(internal::decode_image(file, name));
}

void write_image(const std::filesystem::path& path, const ImageView& image) {
  const cv::Mat pixels = internal::to_eight_bits(internal::matrix_of(image));
  const std::vector<unsigned char> file = internal::encoded(pixels, path);
  internal::write_file_atomically(path, std::as_bytes(std::span(file)));
}

}  // namespace ocelli
