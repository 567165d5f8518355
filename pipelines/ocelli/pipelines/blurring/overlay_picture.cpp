#include "ocelli/pipelines/blurring/overlay_picture.hpp"

#include <png.h>

#include <cstddef>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/image_formats.hpp"

namespace ocelli::internal {
namespace {

cv::Mat read_overlay_png(const std::vector<std::byte>& file, const std::filesystem::path& path) {
  ::png_image png{};
  png.version = PNG_IMAGE_VERSION;
  bool succeeds = ::png_image_begin_read_from_memory(&png, file.data(), file.size()) != 0;
  cv::Mat pixels;
  if (succeeds) {
    require_pixels(png.width, png.height, {}, path.string());
    png.format = PNG_FORMAT_BGRA;
    pixels.create(static_cast<int>(png.height), static_cast<int>(png.width), CV_8UC4);
    succeeds = ::png_image_finish_read(&png, nullptr, pixels.data, 0, nullptr) != 0;
  }
  ::png_image_free(&png);
  require(
      succeeds, Kind::input, [&] { return std::string("cannot be decoded: ") + png.message; }, path.string());
  return pixels;
}

}  // namespace

cv::Mat read_overlay(const std::filesystem::path& path) {
  const std::vector<std::byte> file = read_file(path, kMaxImageBytes);
  const ImageFormat* const format = format_of(file);
  if (format != nullptr && format->name == "png") return read_overlay_png(file, path);
  const cv::Mat picture = decode_image(file, path.string());
  cv::Mat with_alpha;
  cv::cvtColor(picture, with_alpha, picture.channels() == 1 ? cv::COLOR_GRAY2BGRA : cv::COLOR_BGR2BGRA);
  return with_alpha;
}

}  // namespace ocelli::internal
