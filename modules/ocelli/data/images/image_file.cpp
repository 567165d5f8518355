#include "ocelli/data/images/image_file.hpp"

#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_strip.hpp"
#include "ocelli/data/annotations/annotation_vec.hpp"
#include "ocelli/data/images/image_formats.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

/// The file's format.
const ImageFormat& require_decodable(Bytes bytes, const std::string& name, const InputLimits& limits) {
  require(!bytes.empty(), Kind::input, "is empty", name);
  require(bytes.size() <= kMaxImageBytes, Kind::input, "is too large for an image file", name);
  const ImageFormat* const format = format_of(bytes);
  if (format != nullptr && format->has_pages) return *format;
  const std::optional<ImageHeader> header = read_image_header(bytes);
  require(
      header.has_value(), Kind::input, [&] { return unreadable_image(bytes); }, name);
  require_pixels(header->width, header->height, limits, name);
  require(!ends_early(bytes), Kind::input, "is truncated", name);
  return *format;
}

DecodedImage undamaged(DecodedImage image, const std::string& name) {
  require(
      image.warning.empty(), Kind::input, [&] { return "is damaged: " + image.warning; }, name);
  return image;
}

cv::Mat whole(DecodedImage image, const std::string& name) {
  return undamaged(std::move(image), name).pixels;
}

}  // namespace

void to_bytes(DecodedImage& image, const std::string& name) {
  if (image.colors.depth() == CV_16U) image.colors = in_eight_bits(image.colors).pixels;
  if (image.pixels.depth() == CV_8U) return;
  require(image.pixels.depth() == CV_16U, Kind::input,
          "has an unsupported pixel type; expected 8- or 16-bit integers", name);
  EightBits bytes = in_eight_bits(image.pixels);
  image.pixels = std::move(bytes.pixels);
  image.note = std::move(bytes.note);
}

DecodedImage decode(Bytes bytes, Decoding decoding, const std::string& name, const InputLimits& limits) {
  const ImageFormat& format = require_decodable(bytes, name, limits);
  DecodedImage image = format.decode(bytes, decoding, limits, name);
  require_pixels(image.pixels.cols, image.pixels.rows, limits, name);
  to_bytes(image, name);
  return image;
}

DecodedImage read_image_file(const std::filesystem::path& path, Decoding decoding,
                             const InputLimits& limits) {
  return decode(read_file(path, kMaxImageBytes), decoding, path.string(), limits);
}

cv::Mat decode_gray(Bytes bytes, const std::string& name, const InputLimits& limits) {
  return whole(decode(bytes, Colors::gray, name, limits), name);
}

cv::Mat decode_image(Bytes bytes, const std::string& name, const InputLimits& limits) {
  return whole(decode(bytes, Colors::as_stored, name, limits), name);
}

cv::Mat read_gray(const std::filesystem::path& path, const InputLimits& limits) {
  return whole(read_image_file(path, Colors::gray, limits), path.string());
}

cv::Mat read_image(const std::filesystem::path& path, const InputLimits& limits) {
  return whole(read_image_file(path, Colors::as_stored, limits), path.string());
}

DecodedImage read_whole_gray(const AnnotatedImage& image, const InputLimits& limits) {
  if (!image.strip_cell)
    return undamaged(read_image_file(image.path, Colors::gray, limits), image.path.string());
  return {is_vec_file(image.path) ? read_vec_sample(image.path, *image.strip_cell)
                                  : read_strip_cell(image.path, *image.strip_cell)};
}

cv::Mat read_gray(const AnnotatedImage& image, const InputLimits& limits) {
  return read_whole_gray(image, limits).pixels;
}

}  // namespace ocelli::internal
