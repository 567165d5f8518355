#include "ocelli/text/ink_looks.hpp"

#include <opencv2/imgproc.hpp>

namespace ocelli {
namespace {

/// Of the height of letters: deviations of the blurs that smooth grain, and that leave nothing of letters.
constexpr double kGrain = 0.04, kLetter = 0.3;

cv::Mat sharpened(const cv::Mat& grey, double height, double sharpness) {
  cv::Mat fine, coarse, raised;
  cv::GaussianBlur(grey, fine, {}, kGrain * height);
  cv::GaussianBlur(grey, coarse, {}, kLetter * height);
  cv::addWeighted(fine, 1 + sharpness, coarse, -sharpness, 0, raised);
  return raised;
}

}  // namespace

cv::Mat ink_at(const InkLook& look, const cv::Mat& grey, double height, double scale) {
  cv::Mat image = look.sharpness > 0 ? sharpened(grey, height, look.sharpness) : grey;
  if (scale != 1) cv::resize(image, image, {}, scale, scale, cv::INTER_CUBIC);
  return binarised(image, look.share);
}

}  // namespace ocelli
