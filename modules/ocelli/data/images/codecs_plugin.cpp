#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>

#include "ocelli/core/plugin.hpp"
#include "ocelli/data/images/image_formats.hpp"

namespace ocelli::internal {
namespace {

class OpenCvCodecs final : public ImageCodecs {
 public:
  /// OpenCV writes its own warnings about damaged files to stderr. Ours report the same, once, with the
  /// file's name.
  OpenCvCodecs() { cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT); }

  cv::Mat decode(const cv::Mat& bytes, int flags, std::string& why) const override {
    try {
      return cv::imdecode(bytes, flags);
    } catch (const cv::Exception& error) {
      why = error.err;
      return {};
    }
  }

  std::vector<unsigned char> encode(const std::string& ending, const cv::Mat& image,
                                    const std::vector<int>& options) const override {
    std::vector<unsigned char> bytes;
    try {
      if (!cv::imencode(ending, image, bytes, options)) bytes.clear();
    } catch (const cv::Exception&) {
      bytes.clear();
    }
    return bytes;
  }
};

}  // namespace
}  // namespace ocelli::internal

OCELLI_PLUGIN(ocelli::internal::ImageCodecs, ocelli::internal::OpenCvCodecs)
