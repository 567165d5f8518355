#include "ocelli/data/images/image_encoding.hpp"

#include <opencv2/imgcodecs.hpp>
#include <string>

#include "ocelli/core/plugin.hpp"
#include "ocelli/data/images/image_codecs.hpp"

namespace ocelli::internal {
namespace {

std::vector<unsigned char> encode(const std::string& ending, const cv::Mat& picture,
                                  const std::vector<int>& options) {
  std::vector<unsigned char> bytes = plugin<ImageCodecs>(Kind::output).encode(ending, picture, options);
  require(!bytes.empty(), Kind::output,
          [&] { return "the picture cannot be encoded as " + ending.substr(1); });
  return bytes;
}

}  // namespace

std::vector<unsigned char> encode_png(const cv::Mat& picture, PngOptions options) {
  return encode(".png", picture,
                {cv::IMWRITE_PNG_COMPRESSION, options.compression, cv::IMWRITE_PNG_BILEVEL, options.bilevel});
}

std::vector<unsigned char> encode_jpeg(const cv::Mat& picture, int quality) {
  return encode(".jpg", picture, {cv::IMWRITE_JPEG_QUALITY, quality});
}

}  // namespace ocelli::internal
