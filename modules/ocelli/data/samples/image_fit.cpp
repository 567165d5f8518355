#include "ocelli/data/samples/image_fit.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "ocelli/core/median.hpp"

namespace ocelli {
namespace {

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
  const auto side = [scale](int length, int most) {
    return std::clamp(static_cast<int>(std::lround(length * scale)), 1, most);
  };
  return {side(image.width, shape.width), side(image.height, shape.height)};
}

}  // namespace

double border_median(const cv::Mat& image) {
  return image.depth() == CV_32F ? median_of_border<float>(image) : median_of_border<std::uint8_t>(image);
}

cv::Mat fit_image(const cv::Mat& grey, ImageShape shape) {
  if (grey.cols == shape.width && grey.rows == shape.height) return grey;
  const cv::Size size = size_within(grey.size(), shape);
  cv::Mat fitted(shape.height, shape.width, CV_8UC1, cv::Scalar(border_median(grey)));
  const cv::Rect middle({(shape.width - size.width) / 2, (shape.height - size.height) / 2}, size);
  cv::Mat scaled;
  cv::resize(grey, scaled, size, 0, 0, size.width < grey.cols ? cv::INTER_AREA : cv::INTER_LINEAR);
  scaled.copyTo(fitted(middle));
  return fitted;
}

Samples fit_images(const Samples& images, ImageShape shape) {
  Samples fitted{SampleValues(images.count(), shape.pixels()), shape, images.labels, images.classes};
  for (std::size_t i = 0; i < images.count(); ++i) {
    const cv::Mat levels(images.shape->height, images.shape->width, CV_32FC1,
                         const_cast<float*>(images.row(i).data()));
    cv::Mat grey, row(shape.height, shape.width, CV_32FC1, fitted.values.row(i).data());
    levels.convertTo(grey, CV_8U);
    fit_image(grey, shape).convertTo(row, CV_32F);
  }
  return fitted;
}

}  // namespace ocelli
