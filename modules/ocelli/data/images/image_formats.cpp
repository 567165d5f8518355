#include "ocelli/data/images/image_formats.hpp"

#include <algorithm>
#include <array>
#include <opencv2/imgcodecs.hpp>

#include "ocelli/core/file_names.hpp"
#include "ocelli/core/plugin.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {

std::span<const ImageFormat> image_formats() {
  static const std::array kFormats = {png_format(),  jpeg_format(), bmp_format(), pnm_format(),
                                      tiff_format(), webp_format(), gif_format(), jpeg2000_format()};
  return kFormats;
}

const ImageFormat* format_of(Bytes front) {
  const std::span<const ImageFormat> formats = image_formats();
  const auto found =
      std::ranges::find_if(formats, [&](const ImageFormat& format) { return format.begins(front); });
  return found != formats.end() ? &*found : nullptr;
}

const ImageFormat* format_named(const std::filesystem::path& path) {
  const std::string ending = ending_of(path);
  const std::span<const ImageFormat> formats = image_formats();
  const auto found = std::ranges::find_if(
      formats, [&](const ImageFormat& format) { return std::ranges::count(format.endings, ending) > 0; });
  return found != formats.end() ? &*found : nullptr;
}

std::string image_format_names() {
  std::string names;
  for (const ImageFormat& format : image_formats())
    names.append(names.empty() ? "" : ", ").append(format.name);
  return names;
}

DecodedImage decode_by_opencv(Bytes file, Decoding decoding, const InputLimits&, const std::string& name) {
  const int flags = decoding.colors == Colors::gray ? cv::IMREAD_GRAYSCALE : cv::IMREAD_ANYCOLOR;
  const cv::Mat wrapped(1, static_cast<int>(file.size()), CV_8UC1, const_cast<std::byte*>(file.data()));
  std::string why = "it is damaged";
  cv::Mat image = plugin<ImageCodecs>(Kind::input).decode(wrapped, flags | cv::IMREAD_ANYDEPTH, why);
  require(
      !image.empty(), Kind::input, [&] { return "cannot be decoded: " + why; }, name);
  return with_gray({std::move(image)}, decoding.colors);
}

}  // namespace ocelli::internal
