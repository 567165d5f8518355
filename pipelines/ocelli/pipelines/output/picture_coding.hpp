#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

namespace ocelli {

/// A picture as a stream of a PDF: what its dictionary says of colours and coding, and the data.
struct CodedPicture {
  std::string entries, data;
};

/// Codes a picture for a PDF: one of black and white alone as it is, in CCITT's coding for fax (group 4), or packed like
/// PNG where that coding saves little and this more, as for dithered pictures; any other as JPEG, or like PNG where it is too long for that.
/// Requires  8-bit grey or BGR, at least one pixel.
/// Throws    Error(Kind::output) when a coder fails.
/// Source    PDF 32000-1:2008, 7.4; ITU-T T.6.
CodedPicture coded_picture(const cv::Mat& picture);

}  // namespace ocelli
