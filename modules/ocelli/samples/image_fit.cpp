#include "ocelli/samples/image_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "ocelli/core/median.hpp"

namespace ocelli::internal {
namespace {

constexpr float kNoColor = 128;

template <class Pixel>
double median_of_border(const cv::Mat& image) {
  std::vector<Pixel> border;
  border.reserve(2 * (image.rows + image.cols));
  for (int y = 0; y < image.rows; ++y) {
    const Pixel* const row = image.ptr<Pixel>(y);
    const bool is_edge = y == 0 || y == image.rows - 1;
    if (is_edge) border.insert(border.end(), row, row + image.cols);
    if (!is_edge) border.insert(border.end(), {row[0], row[image.cols - 1]});
  }
  return median(std::move(border));
}

/// The largest size with the image's aspect that fits.
cv::Size size_within(const cv::Size& image, ImageShape shape) {
  const double scale = std::min(double(shape.width) / image.width, double(shape.height) / image.height);
  const auto side = [scale](int length, int max) {
    return std::clamp(static_cast<int>(std::lround(length * scale)), 1, max);
  };
  return {side(image.width, shape.width), side(image.height, shape.height)};
}

}  // namespace

double border_median(const cv::Mat& image) {
  return image.depth() == CV_32F ? median_of_border<float>(image) : median_of_border<std::uint8_t>(image);
}

cv::Mat fit_image(const cv::Mat& gray, ImageShape shape) {
  if (gray.cols == shape.width && gray.rows == shape.height) return gray;
  const cv::Size size = size_within(gray.size(), shape);
  cv::Mat fitted(shape.height, shape.width, CV_8UC1, cv::Scalar(border_median(gray)));
  const cv::Rect middle({(shape.width - size.width) / 2, (shape.height - size.height) / 2}, size);
  cv::Mat scaled;
  // Linear interpolation blurs small pictures: of digits of 8 x 8 pixels, twice as many were misread.
  cv::resize(gray, scaled, size, 0, 0, size.width < gray.cols ? cv::INTER_AREA : cv::INTER_LANCZOS4);
  scaled.copyTo(fitted(middle));
  return fitted;
}

Samples fit_images(const Samples& images, ImageShape shape) {
  Samples fitted{SampleValues(images.count(), shape.pixels()), shape, images.labels, images.classes};
  for (std::size_t i = 0; i < images.count(); ++i) {
    const cv::Mat levels(images.shape->height, images.shape->width, CV_32FC1,
                         const_cast<float*>(images.row(i).data()));
    cv::Mat gray;
    levels.convertTo(gray, CV_8U);
    write_sample(gray, shape, {fitted.values.row(i).data(), fitted.width()});
  }
  return fitted;
}

void write_sample(const cv::Mat& image, ImageShape shape, std::span<float> row) {
  const auto plane = [&](std::size_t number) {
    return cv::Mat(shape.height, shape.width, CV_32FC1, row.data() + number * shape.pixels());
  };
  const bool has_colors = image.channels() == 3;
  cv::Mat gray = image;
  if (has_colors) cv::cvtColor(image, gray, cv::COLOR_BGR2GRAY);
  fit_image(gray, shape).convertTo(plane(0), CV_32F);
  if (row.size() == shape.pixels()) return;
  if (!has_colors) {
    std::ranges::fill(row.subspan(shape.pixels()), kNoColor);
    return;
  }
  cv::Mat all, difference;
  cv::cvtColor(image, all, cv::COLOR_BGR2YCrCb);
  for (const std::size_t number : {1, 2}) {
    cv::extractChannel(all, difference, 3 - static_cast<int>(number));
    fit_image(difference, shape).convertTo(plane(number), CV_32F);
  }
}

Samples with_colors(Samples images) {
  if (images.has_colors()) return images;
  const Eigen::Index pixels = images.values.cols();
  images.values.conservativeResize(Eigen::NoChange, pixels * static_cast<Eigen::Index>(kColorPlanes));
  images.values.rightCols(pixels * static_cast<Eigen::Index>(kColorPlanes - 1)).setConstant(kNoColor);
  return images;
}

void rotate(std::span<const float> image, ImageShape shape, double radians, std::span<float> out) {
  // OpenCV has no const matrix. Nothing writes to this one.
  const cv::Mat from(shape.height, shape.width, CV_32FC1, const_cast<float*>(image.data()));
  cv::Mat to(shape.height, shape.width, CV_32FC1, out.data());
  const cv::Point2f middle(static_cast<float>(shape.width - 1) / 2, static_cast<float>(shape.height - 1) / 2);
  const cv::Mat turn = cv::getRotationMatrix2D(middle, radians * 180 / std::numbers::pi, 1);
  cv::warpAffine(from, to, turn, to.size(), cv::INTER_LINEAR, cv::BORDER_CONSTANT,
                 cv::Scalar(border_median(from)));
  std::ranges::transform(out, out.begin(), [](float gray) { return std::nearbyint(gray); });
}

}  // namespace ocelli::internal
