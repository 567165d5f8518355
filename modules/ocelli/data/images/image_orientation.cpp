#include "ocelli/data/images/image_orientation.hpp"

#include <opencv2/core.hpp>
#include <string_view>

#include "ocelli/data/images/tiff_fields.hpp"

namespace ocelli::internal {
namespace {

constexpr int kBothAxes = -1, kUpsideDown = 0, kMirrored = 1;

cv::Mat flipped(const cv::Mat& image, int axis) {
  cv::Mat result;
  cv::flip(image, result, axis);
  return result;
}

}  // namespace

int exif_orientation(Bytes exif) { return is_tiff(exif) ? first_tiff_directory(exif).orientation() : 1; }

int webp_orientation(Bytes file) {
  using namespace std::string_view_literals;
  constexpr std::string_view kMark = "Exif\0\0"sv;  // some writers keep it from JPEG
  for (std::size_t at = 12; at + 8 <= file.size();) {
    const auto length = static_cast<std::size_t>(little(file, at + 4, 4));
    at += 8;
    if (has_at(file, at - 8, "EXIF"))
      return exif_orientation(file.subspan(has_at(file, at, kMark) ? at + kMark.size() : at));
    at += length + length % 2;
  }
  return 1;
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

}  // namespace ocelli::internal
