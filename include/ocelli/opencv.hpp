#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/error.hpp"
#include "ocelli/image.hpp"

/// Converts images to and from OpenCV. Header-only, so that the library itself does not require OpenCV.
namespace ocelli {

/// Returns a view of a matrix, which must outlive it. Three channels are BGR and four are BGRA, as in OpenCV.
/// Throws  Error(Kind::image) for an empty matrix, and for types other than CV_8UC1, CV_16UC1, CV_8UC3 and
/// CV_8UC4.
inline ImageView view_of(const cv::Mat& matrix) {
  const auto view = [&](PixelFormat format) {
    return ImageView{matrix.data, matrix.cols, matrix.rows, static_cast<std::ptrdiff_t>(matrix.step[0]),
                     format};
  };
  if (!matrix.empty() && matrix.dims == 2) {
    switch (matrix.type()) {
      case CV_8UC1:
        return view(PixelFormat::gray8);
      case CV_16UC1:
        return view(PixelFormat::gray16);
      case CV_8UC3:
        return view(PixelFormat::bgr8);
      case CV_8UC4:
        return view(PixelFormat::bgra8);
      default:
        break;
    }
  }
  throw Error(Kind::image,
              "expected an 8-bit matrix with 1, 3 or 4 channels, or a 16-bit matrix with 1 channel");
}

/// Returns a matrix that shares the pixels of a gray8, gray16, bgr8 or bgra8 view.
/// Throws  Error(Kind::image) for an RGB or RGBA view, because OpenCV would swap its colors.
inline cv::Mat matrix_of(const ImageView& view) {
  const bool is_swapped = view.format == PixelFormat::rgb8 || view.format == PixelFormat::rgba8;
  if (is_swapped) throw Error(Kind::image, "expected BGR or BGRA pixels, got RGB or RGBA");
  const int channels = view.format == PixelFormat::bgr8 ? 3 : view.format == PixelFormat::bgra8 ? 4 : 1;
  const int type = CV_MAKETYPE(view.format == PixelFormat::gray16 ? CV_16U : CV_8U, channels);
  const std::size_t step =
      view.row_stride == 0 ? std::size_t{cv::Mat::AUTO_STEP} : static_cast<std::size_t>(view.row_stride);
  return {view.height, view.width, type, const_cast<void*>(view.data), step};
}

}  // namespace ocelli
