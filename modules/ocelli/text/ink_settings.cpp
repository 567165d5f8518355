#include "ocelli/text/ink_settings.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "ocelli/core/cancellation.hpp"

namespace ocelli::internal {
namespace {

/// In letter heights: deviations of the blurs that smooth grain, and that remove letters entirely.
constexpr double kGrain = 0.04, kLetter = 0.3;

/// In pixels. The cost per pixel of a Gaussian filter grows with its width, so images that need a wider one
/// are reduced first.
constexpr double kWidestDeviation = 24;

cv::Mat reduced(const cv::Mat& gray, double scale) {
  const cv::Size size(std::max(1, static_cast<int>(std::lround(gray.cols * scale))),
                      std::max(1, static_cast<int>(std::lround(gray.rows * scale))));
  cv::Mat small;
  cv::resize(gray, small, size, 0, 0, cv::INTER_AREA);
  return small;
}

cv::Mat gaussian(const cv::Mat& gray, double deviation) {
  cv::Mat blur;
  if (deviation <= kWidestDeviation) {
    cv::GaussianBlur(gray, blur, {}, deviation);
    return blur;
  }
  blur = reduced(gray, kWidestDeviation / deviation);
  cv::GaussianBlur(blur, blur, {}, kWidestDeviation);
  cv::resize(blur, blur, gray.size(), 0, 0, cv::INTER_LINEAR);
  return blur;
}

cv::Mat sharpened(const cv::Mat& gray, double height, double sharpness) {
  cv::Mat raised;
  check_canceled();
  const cv::Mat fine = gaussian(gray, kGrain * height);
  check_canceled();
  const cv::Mat coarse = gaussian(gray, kLetter * height);
  check_canceled();
  cv::addWeighted(fine, 1 + sharpness, coarse, -sharpness, 0, raised);
  return raised;
}

}  // namespace

cv::Mat ink_at(const InkSettings& settings, const cv::Mat& gray, double height, double scale) {
  if (scale < 1) return ink_at(settings, reduced(gray, scale), scale * height, 1);
  cv::Mat image = settings.sharpness > 0 ? sharpened(gray, height, settings.sharpness) : gray;
  if (scale != 1) cv::resize(image, image, {}, scale, scale, cv::INTER_CUBIC);
  return binarized(image, settings.share, settings.least_contrast);
}

}  // namespace ocelli::internal
