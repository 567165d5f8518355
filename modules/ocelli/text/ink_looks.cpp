#include "ocelli/text/ink_looks.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "ocelli/core/cancellation.hpp"

namespace ocelli {
namespace {

/// Of the height of letters: deviations of the blurs that smooth grain, and that leave nothing of letters.
constexpr double kGrain = 0.04, kLetter = 0.3;

/// Pixels. A Gaussian filter costs as much a pixel as it is wide: what a wider one would blur is made smaller first.
constexpr double kWidestDeviation = 24;

cv::Mat reduced(const cv::Mat& grey, double scale) {
  const cv::Size size(std::max(1, static_cast<int>(std::lround(grey.cols * scale))),
                      std::max(1, static_cast<int>(std::lround(grey.rows * scale))));
  cv::Mat small;
  cv::resize(grey, small, size, 0, 0, cv::INTER_AREA);
  return small;
}

cv::Mat gaussian(const cv::Mat& grey, double deviation) {
  cv::Mat blur;
  if (deviation <= kWidestDeviation) {
    cv::GaussianBlur(grey, blur, {}, deviation);
    return blur;
  }
  blur = reduced(grey, kWidestDeviation / deviation);
  cv::GaussianBlur(blur, blur, {}, kWidestDeviation);
  cv::resize(blur, blur, grey.size(), 0, 0, cv::INTER_LINEAR);
  return blur;
}

cv::Mat sharpened(const cv::Mat& grey, double height, double sharpness) {
  cv::Mat raised;
  check_cancelled();
  const cv::Mat fine = gaussian(grey, kGrain * height);
  check_cancelled();
  const cv::Mat coarse = gaussian(grey, kLetter * height);
  check_cancelled();
  cv::addWeighted(fine, 1 + sharpness, coarse, -sharpness, 0, raised);
  return raised;
}

}  // namespace

cv::Mat ink_at(const InkLook& look, const cv::Mat& grey, double height, double scale) {
  if (scale < 1) return ink_at(look, reduced(grey, scale), scale * height, 1);
  cv::Mat image = look.sharpness > 0 ? sharpened(grey, height, look.sharpness) : grey;
  if (scale != 1) cv::resize(image, image, {}, scale, scale, cv::INTER_CUBIC);
  return binarised(image, look.share);
}

}  // namespace ocelli
