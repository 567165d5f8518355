#include "ocelli/data/images/image_orientation.hpp"

#include <opencv2/core.hpp>

#include "ocelli/data/images/tiff_fields.hpp"

namespace ocelli {
namespace {

constexpr int kBothAxes = -1, kUpsideDown = 0, kMirrored = 1;

cv::Mat flipped(const cv::Mat& image, int axis) {
  cv::Mat result;
  cv::flip(image, result, axis);
  return result;
}

}  // namespace

int exif_orientation(Bytes exif) {
  constexpr std::int64_t kTiffMark = 42;
  return number_at(exif, 2, 2, tiff_endian(exif)) == kTiffMark ? first_tiff_directory(exif).orientation() : 1;
}

cv::Mat oriented(const cv::Mat& image, int orientation) {
  switch (orientation) {
    case 2:
      return flipped(image, kMirrored);
    case 3:
      return flipped(image, kBothAxes);
    case 4:
      return flipped(image, kUpsideDown);
    case 5:
      return image.t();
    case 6:
      return flipped(image.t(), kMirrored);
    case 7:
      return flipped(image.t(), kBothAxes);
    case 8:
      return flipped(image.t(), kUpsideDown);
    default:
      return image;
  }
}

}  // namespace ocelli
