#include "ocelli/data/samples/image_rotation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "ocelli/data/samples/image_fit.hpp"

namespace ocelli::internal {

void rotate(std::span<const float> image, ImageShape shape, double radians, std::span<float> out) {
  // OpenCV has no matrix of constants; nobody writes to this one.
  const cv::Mat from(shape.height, shape.width, CV_32FC1, const_cast<float*>(image.data()));
  cv::Mat to(shape.height, shape.width, CV_32FC1, out.data());
  const cv::Point2f middle(static_cast<float>(shape.width - 1) / 2, static_cast<float>(shape.height - 1) / 2);
  const cv::Mat turn = cv::getRotationMatrix2D(middle, radians * 180 / std::numbers::pi, 1);
  cv::warpAffine(from, to, turn, to.size(), cv::INTER_LINEAR, cv::BORDER_CONSTANT,
                 cv::Scalar(border_median(from)));
  std::ranges::transform(out, out.begin(), [](float gray) { return std::nearbyint(gray); });
}

}  // namespace ocelli::internal
