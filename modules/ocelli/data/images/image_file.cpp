#include "ocelli/data/images/image_file.hpp"

#include <algorithm>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/plugin.hpp"
#include "ocelli/data/annotations/annotation_strip.hpp"
#include "ocelli/data/annotations/annotation_vec.hpp"
#include "ocelli/data/images/bmp_masks.hpp"
#include "ocelli/data/images/bmp_runs.hpp"
#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/image_codecs.hpp"
#include "ocelli/data/images/image_end.hpp"
#include "ocelli/data/images/image_header.hpp"
#include "ocelli/data/images/jpeg_decoding.hpp"
#include "ocelli/data/images/png_decoding.hpp"
#include "ocelli/data/images/sixteen_bits.hpp"
#include "ocelli/data/images/tiff_decoding.hpp"
#include "ocelli/data/images/webp_decoding.hpp"

namespace ocelli::internal {
namespace {

void require_decodable(Bytes bytes, const std::string& name, const InputLimits& limits) {
  require(!bytes.empty(), Kind::input, "is empty", name);
  require(bytes.size() <= kMaxImageBytes, Kind::input, "is too large for an image file", name);
  if (is_tiff(bytes)) return;  // only its decoder knows what its tags mean
  const std::optional<ImageHeader> header = read_image_header(bytes);
  require(
      header.has_value(), Kind::input, [&] { return unreadable_image(bytes); }, name);
  require_pixels(header->width, header->height, limits, name);
  require(!ends_early(bytes), Kind::input, "is truncated", name);
}

/// Of a BMP or PNM file: OpenCV knows them by the same first bytes, so that none of its many other decoders
/// is tried.
cv::Mat decode_other(Bytes bytes, Decoding decoding, const std::string& name) {
  const int flags = decoding.colors == Colors::gray ? cv::IMREAD_GRAYSCALE : cv::IMREAD_ANYCOLOR;
  const cv::Mat wrapped(1, static_cast<int>(bytes.size()), CV_8UC1, const_cast<std::byte*>(bytes.data()));
  std::string why = "it is damaged";
  cv::Mat image = plugin<ImageCodecs>(Kind::input).decode(wrapped, flags | cv::IMREAD_ANYDEPTH, why);
  require(
      !image.empty(), Kind::input, [&] { return "cannot be decoded: " + why; }, name);
  return image;
}

DecodedImage decoded(Bytes bytes, Decoding decoding, const InputLimits& limits, const std::string& name) {
  using namespace std::string_view_literals;
  if (has_at(bytes, 0, "\xFF\xD8"sv)) return decode_jpeg(bytes, decoding.colors, limits, name);
  if (has_at(bytes, 0, "\x89PNG"sv)) return decode_png(bytes, decoding, limits, name);
  if (has_at(bytes, 0, "RIFF")) return decode_webp(bytes, decoding, limits, name);
  if (is_tiff(bytes))
    return decode_tiff(bytes, tiff_directories(bytes, limits, name)[0], decoding, limits, name);
  if (has_bmp_masks(bytes) || (decoding.is_over_white() && has_bmp_alpha(bytes)))
    return decode_bmp_masks(bytes, decoding, limits, name);
  if (!has_bmp_runs(bytes)) return {decode_other(bytes, decoding, name)};
  DecodedImage image;
  image.pixels = decode_other(without_bmp_runs(bytes, name, image.warning), decoding, name);
  return image;
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
  if (image.pixels.depth() == CV_8U) return;
  require(image.pixels.depth() == CV_16U, Kind::input,
          "has an unsupported pixel type; expected 8- or 16-bit integers", name);
  EightBits bytes = in_eight_bits(image.pixels);
  image.pixels = std::move(bytes.pixels);
  image.note = std::move(bytes.note);
}

DecodedImage decode(Bytes bytes, Decoding decoding, const std::string& name, const InputLimits& limits) {
  require_decodable(bytes, name, limits);
  DecodedImage image = decoded(bytes, decoding, limits, name);
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
