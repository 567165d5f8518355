#include "ocelli/data/image_file.hpp"

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>
#include <optional>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/data/annotation_strip.hpp"
#include "ocelli/data/byte_reading.hpp"
#include "ocelli/data/image_end.hpp"
#include "ocelli/data/image_header.hpp"

namespace ocelli {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 29;

/// OpenCV writes its own warnings about damaged files to stderr; ours say the same, once, with the file's
/// name.
void silence_opencv() {
  [[maybe_unused]] static const bool done = [] {
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    return true;
  }();
}

void require_decodable(Bytes bytes, const std::string& name) {
  require(!bytes.empty(), Kind::input, "is empty", name);
  require(bytes.size() <= kMostBytes, Kind::input, "is too large for an image file", name);
  require(bytes.size() <= kMostBytes, Kind::input, "is too large for an image file", name);
  const std::optional<ImageHeader> header = read_image_header(bytes);
  require(header.has_value(), Kind::input,
          "is not an image of a known kind (png, jpeg, bmp, pnm, tiff, webp), or damaged", name);
  require(header->width <= kMostPixels / header->height, Kind::input,
          "has " + std::to_string(header->width) + " x " + std::to_string(header->height) +
              " pixels, more than the " + std::to_string(kMostPixels) + " allowed",
          name);
  require(!ends_early(bytes), Kind::input, "is cut short", name);
}

cv::Mat to_bytes(const cv::Mat& image, const std::string& name) {
  if (image.depth() == CV_8U) return image;
  require(image.depth() == CV_16U, Kind::input, "has pixels that are neither 8- nor 16-bit numbers", name);
  cv::Mat bytes;
  image.convertTo(bytes, CV_8U, 255.0 / 65535.0);
  return bytes;
}

cv::Mat decode(Bytes bytes, const std::string& name, int flags) {
  silence_opencv();
  require_decodable(bytes, name);
  const cv::Mat wrapped(1, static_cast<int>(bytes.size()), CV_8UC1, const_cast<std::byte*>(bytes.data()));
  cv::Mat image;
  try {
    image = cv::imdecode(wrapped, flags | cv::IMREAD_ANYDEPTH);
  } catch (const cv::Exception& error) {
    throw Error(Kind::input, "cannot be decoded: " + error.err, name);
  }
  require(!image.empty(), Kind::input, "cannot be decoded: it is damaged", name);
  return to_bytes(image, name);
}

}  // namespace

cv::Mat decode_grey(Bytes bytes, const std::string& name) {
  return decode(bytes, name, cv::IMREAD_GRAYSCALE);
}

cv::Mat decode_image(Bytes bytes, const std::string& name) {
  return decode(bytes, name, cv::IMREAD_ANYCOLOR);
}

cv::Mat read_grey(const std::filesystem::path& path) {
  return decode_grey(read_file(path, kMostBytes), path.string());
}

cv::Mat read_image(const std::filesystem::path& path) {
  return decode_image(read_file(path, kMostBytes), path.string());
}

cv::Mat read_grey(const AnnotatedImage& image) {
  if (image.strip_cell) return read_strip_cell(image.path, *image.strip_cell);
  return read_grey(image.path);
}

}  // namespace ocelli
