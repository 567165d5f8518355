#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace ocelli::internal {

/// The interface of the plugin "codecs": OpenCV's imgcodecs, which links more than a hundred libraries.
class ImageCodecs {
 public:
  static constexpr std::string_view kName = "codecs";

  virtual ~ImageCodecs() = default;

  /// Decodes an image file held in memory, one row of bytes, as cv::imdecode() does with these flags. An
  /// empty image when it is damaged; `why` receives OpenCV's message, if any.
  virtual cv::Mat decode(const cv::Mat& bytes, int flags, std::string& why) const = 0;

  /// Encodes as cv::imencode() does; `ending` names the format (".png"), `options` are pairs of numbers.
  /// Empty on failure.
  virtual std::vector<unsigned char> encode(const std::string& ending, const cv::Mat& image,
                                            const std::vector<int>& options) const = 0;
};

}  // namespace ocelli::internal
