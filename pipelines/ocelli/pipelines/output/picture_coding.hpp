#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

#include "ocelli/data/images/stored_image.hpp"

namespace ocelli::internal {

/// An encoded picture for a PDF: the entries of its dictionary for color and coding, and the data.
struct CodedPicture {
  std::string entries, data;
  cv::Size size = {};  ///< as encoded
  /// EXIF orientation, 1 to 8: how to rotate and mirror the encoded picture for display.
  int orientation = 1;

  cv::Size displayed_size() const { return orientation > 4 ? cv::Size(size.height, size.width) : size; }
};

/// Whether the picture has one channel and all pixels are 0 or 255.
bool is_black_and_white(const cv::Mat& picture);

/// The loss allowed for gray and color pictures.
enum class Loss {
  none,  ///< Flate with PNG predictors
  jpeg,  ///< JPEG at quality 85, for pictures that were rendered only for reading
};

/// Encodes a picture for a PDF. Bilevel pictures are lossless: CCITT group 4 (fax), or Flate with PNG
/// predictors if that is smaller, as for dithered pictures. Other pictures follow `loss`, but use Flate if
/// they are too large for JPEG.
/// Requires  8-bit gray or BGR, at least one pixel.
/// Throws    Error(Kind::output) when an encoder fails.
/// Source    PDF 32000-1:2008, 7.4; ITU-T T.6.
CodedPicture coded_picture(const cv::Mat& picture, Loss loss = Loss::jpeg);

/// An image as it is encoded in its file, without re-encoding.
CodedPicture as_stored(StoredImage image);

/// Encodes a picture with CCITT group 4 (fax), without a file header. Pixels of 0 are black, all others
/// white.
/// Requires  8-bit, one channel, at least one pixel.
/// Throws    Error(Kind::output) when libtiff fails.
/// Source    ITU-T T.6.
std::string fax_coded(const cv::Mat& picture);

/// The sRGB color space as an ICC profile of version 4, for files that declare their color space.
/// Source  IEC 61966-2-1; ICC.1:2004-10 (version 4.2), matrix profiles of displays.
std::string srgb_profile();

}  // namespace ocelli::internal
