#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

#include "ocelli/data/images/stored_image.hpp"

namespace ocelli::internal {

/// An encoded picture for a PDF: the entries of its dictionary for color and coding, and the data.
struct CodedPicture {
  std::string entries, data;
  cv::Size size = {};   ///< as encoded
  int orientation = 1;  ///< of EXIF, 1 to 8: how the encoded picture is turned and mirrored to be displayed

  cv::Size displayed_size() const { return orientation > 4 ? cv::Size(size.height, size.width) : size; }
};

/// Whether all pixels are 0 or 255, of one channel.
bool is_black_and_white(const cv::Mat& picture);

/// What may be lost of gray and colors.
enum class Loss {
  none,  ///< Flate with PNG predictors
  jpeg,  ///< JPEG of quality 85, for pictures that were only drawn to be read
};

/// Encodes a picture for a PDF: bilevel pictures losslessly with CCITT group 4 (fax), or with Flate and PNG
/// predictors where that is smaller, as for dithered pictures; any other as `loss` says, but with Flate if it
/// is too long for JPEG.
/// Requires  8-bit gray or BGR, at least one pixel.
/// Throws    Error(Kind::output) when
/// an encoder fails.
/// Source    PDF 32000-1:2008, 7.4; ITU-T T.6.
CodedPicture coded_picture(const cv::Mat& picture, Loss loss = Loss::jpeg);

/// An image as its file codes it, not encoded again.
CodedPicture as_stored(StoredImage image);

/// Encodes a picture with CCITT group 4 (fax), without a file header. Pixels of 0 are black, all others
/// white.
/// Requires  8-bit, one channel, at least one pixel.
/// Throws    Error(Kind::output) when libtiff fails.
/// Source    ITU-T T.6.
std::string fax_coded(const cv::Mat& picture);

/// The color space sRGB as an ICC profile of version 4, for files that state what their colors mean.
/// Source  IEC 61966-2-1; ICC.1:2004-10 (version 4.2), matrix profiles of displays.
std::string srgb_profile();

}  // namespace ocelli::internal
