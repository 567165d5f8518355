#include <iostream>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>
#include <streambuf>

#include "ocelli/core/plugin.hpp"
#include "ocelli/data/images/image_formats.hpp"

namespace ocelli::internal {
namespace {

/// Whether this thread decodes. OpenCV then writes to std::cerr what its exceptions say.
thread_local bool t_is_decoding = false;

/// std::cerr without what is written by a thread that decodes.
class OwnMessages final : public std::streambuf {
 public:
  explicit OwnMessages(std::streambuf* all) : all_(all) {}

 private:
  int_type overflow(int_type letter) override {
    return t_is_decoding ? traits_type::not_eof(letter) : all_->sputc(traits_type::to_char_type(letter));
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    return t_is_decoding ? size : all_->sputn(text, size);
  }
  int sync() override { return t_is_decoding ? 0 : all_->pubsync(); }

  std::streambuf* all_;
};

/// Marks a thread that decodes.
class DecodingScope {
 public:
  DecodingScope() { t_is_decoding = true; }
  ~DecodingScope() { t_is_decoding = false; }
  DecodingScope(const DecodingScope&) = delete;
  DecodingScope& operator=(const DecodingScope&) = delete;
};

class OpenCvCodecs final : public ImageCodecs {
 public:
  /// OpenCV writes its own warnings about damaged files to stderr. Ours report the same, once, with the
  /// file's name.
  OpenCvCodecs() {
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    std::cerr.rdbuf(&own_);
  }
  ~OpenCvCodecs() override { std::cerr.rdbuf(all_); }
  OpenCvCodecs(const OpenCvCodecs&) = delete;
  OpenCvCodecs& operator=(const OpenCvCodecs&) = delete;

  cv::Mat decode(const cv::Mat& bytes, int flags, std::string& why) const override {
    const DecodingScope decoding;
    try {
      return cv::imdecode(bytes, flags);
    } catch (const cv::Exception& error) {
      why = error.err;
      return {};
    }
  }

 private:
  std::streambuf* all_ = std::cerr.rdbuf();
  OwnMessages own_{all_};
};

}  // namespace
}  // namespace ocelli::internal

OCELLI_PLUGIN(ocelli::internal::ImageCodecs, ocelli::internal::OpenCvCodecs)
