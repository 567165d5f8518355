#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

namespace ocelli {

/// An encoded picture for a PDF: the entries of its dictionary for colour and coding, and the data.
struct CodedPicture {
  std::string entries, data;
};

/// Encodes a picture for a PDF: bilevel pictures losslessly with CCITT group 4 (fax), or with Flate and PNG predictors where
/// that is smaller, as for dithered pictures; any other as JPEG, or with Flate if it is too long for that.
/// Requires  8-bit grey or BGR, at least one pixel.
/// Throws    Error(Kind::output) when an encoder fails.
/// Source    PDF 32000-1:2008, 7.4; ITU-T T.6.
CodedPicture coded_picture(const cv::Mat& picture);

}  // namespace ocelli
