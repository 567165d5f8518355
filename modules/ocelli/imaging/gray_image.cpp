#include "ocelli/imaging/gray_image.hpp"

#include <opencv2/imgproc.hpp>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

std::string depth_name(int depth) {
  switch (depth) {
    case CV_8U:
      return "8 bits";
    case CV_8S:
      return "8 bits, signed";
    case CV_16U:
      return "16 bits";
    case CV_16S:
      return "16 bits, signed";
    case CV_32S:
      return "32 bits, signed";
    case CV_32F:
      return "32-bit floats";
    case CV_64F:
      return "64-bit floats";
    default:
      return "an unknown depth";
  }
}

void require_known_type(const cv::Mat& image) {
  if ((image.depth() == CV_8U || image.depth() == CV_16U) && image.channels() <= 4) return;
  throw Error(Kind::image,
              "expected an 8- or 16-bit image with one to four channels, got " + describe(image));
}

bool has_alpha(const cv::Mat& image) { return image.channels() == 2 || image.channels() == 4; }

/// In 8 bits, blended over white.
cv::Mat without_alpha(const cv::Mat& image) {
  cv::Mat opaque(image.size(), CV_8UC(image.channels() - 1));
  for (int y = 0; y < image.rows; ++y)
    lay_over_white(image.ptr(y), static_cast<std::size_t>(image.cols), image.channels(), Alpha::straight,
                   opaque.ptr(y));
  return opaque;
}

}  // namespace

std::string describe(const cv::Mat& image) {
  return std::to_string(image.cols) + " x " + std::to_string(image.rows) + ", " +
         std::to_string(image.channels()) + (image.channels() == 1 ? " channel of " : " channels of ") +
         depth_name(image.depth());
}

void require_gray(const cv::Mat& image) {
  if (image.type() == CV_8UC1 && image.dims <= 2) return;
  throw Error(Kind::image, "expected an 8-bit image with one channel, got " + describe(image));
}

cv::Mat to_gray(const cv::Mat& image, Transparency transparency) {
  cv::Mat storage;
  return to_gray(image, storage, transparency);
}

const cv::Mat& to_gray(const cv::Mat& image, cv::Mat& storage, Transparency transparency) {
  const bool deep = image.depth() == CV_16U;
  require_known_type(image);
  if (!deep && image.channels() == 1) return image;
  cv::Mat bytes = image;
  if (deep) image.convertTo(image.channels() == 1 ? storage : bytes, CV_8U, 1.0 / 257.0);
  if (has_alpha(bytes) && transparency == Transparency::over_white) bytes = without_alpha(bytes);
  const int channels = bytes.channels();
  if (channels == 1 && image.channels() > 1) bytes.copyTo(storage);
  if (channels == 2) cv::extractChannel(bytes, storage, 0);
  if (channels == 3) cv::cvtColor(bytes, storage, cv::COLOR_BGR2GRAY);
  if (channels == 4) cv::cvtColor(bytes, storage, cv::COLOR_BGRA2GRAY);
  return storage;
}

cv::Mat to_eight_bits(const cv::Mat& image) {
  if (image.channels() <= 2) return to_gray(image);
  require_known_type(image);
  cv::Mat bytes = image;
  if (image.depth() == CV_16U) image.convertTo(bytes, CV_8U, 1.0 / 257.0);
  return has_alpha(bytes) ? without_alpha(bytes) : bytes;
}

void map_levels(cv::Mat& gray, const std::function<double(int)>& curve) {
  require_gray(gray);
  cv::Mat levels(1, 256, CV_8UC1);
  for (int level = 0; level < 256; ++level)
    levels.at<std::uint8_t>(level) = cv::saturate_cast<std::uint8_t>(curve(level));
  cv::LUT(gray, levels, gray);
}

}  // namespace ocelli::internal
