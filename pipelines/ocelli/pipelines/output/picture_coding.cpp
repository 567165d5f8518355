#include "ocelli/pipelines/output/picture_coding.hpp"

#include <algorithm>
#include <opencv2/core.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "ocelli/data/images/image_encoding.hpp"
#include "ocelli/pipelines/output/fax_coding.hpp"

namespace ocelli {
namespace {

std::string_view as_text(std::span<const unsigned char> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_black_and_white(const cv::Mat& picture) {
  if (picture.channels() != 1) return false;
  return cv::countNonZero(picture) == cv::countNonZero(picture == 255);
}

/// The packed pixels of a PNG file, its IDAT chunks one after the other: PDF knows how they are coded.
std::string packed_pixels(std::span<const unsigned char> png) {
  constexpr std::size_t kSignature = 8, kLength = 4, kName = 4, kChecksum = 4;
  std::string pixels;
  for (std::size_t at = kSignature; at + kLength + kName <= png.size();) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < kLength; ++i) length = length << 8 | png[at + i];
    at += kLength;
    if (as_text(png.subspan(at, kName)) == "IDAT") pixels += as_text(png.subspan(at + kName, length));
    at += kName + length + kChecksum;
  }
  return pixels;
}

std::string colour_space(const cv::Mat& picture) {
  return picture.channels() == 1 ? "/ColorSpace /DeviceGray" : "/ColorSpace /DeviceRGB";
}

CodedPicture coded_as_png(const cv::Mat& picture) {
  const bool bilevel = is_black_and_white(picture);
  const std::string colours = std::to_string(picture.channels()), bits = bilevel ? "1" : "8";
  const std::vector<unsigned char> png = encode_png(picture, {.bilevel = bilevel});
  return {colour_space(picture) + " /BitsPerComponent " + bits +
              " /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors " + colours +
              " /BitsPerComponent " + bits + " /Columns " + std::to_string(picture.cols) + " >>",
          packed_pixels(png)};
}

CodedPicture coded_as_fax(const cv::Mat& picture) {
  return {colour_space(picture) +
              " /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns " +
              std::to_string(picture.cols) + " /Rows " + std::to_string(picture.rows) + " >>",
          fax_coded(picture)};
}

CodedPicture coded_as_jpeg(const cv::Mat& picture) {
  constexpr int kQuality = 85;
  const std::vector<unsigned char> jpeg = encode_jpeg(picture, kQuality);
  return {colour_space(picture) + " /BitsPerComponent 8 /Filter /DCTDecode", std::string(as_text(jpeg))};
}

}  // namespace

CodedPicture coded_picture(const cv::Mat& picture) {
  constexpr int kMostSideOfJpeg = 65'500;
  constexpr std::size_t kPixelsPerByte =
      24;  // of text; of dithered pictures fax coding makes more bytes than pixels had
  if (is_black_and_white(picture)) {
    CodedPicture fax = coded_as_fax(picture);
    if (fax.data.size() * kPixelsPerByte < picture.total()) return fax;
    CodedPicture png = coded_as_png(picture);
    return png.data.size() < fax.data.size() ? png : fax;
  }
  return std::max(picture.cols, picture.rows) > kMostSideOfJpeg ? coded_as_png(picture)
                                                                : coded_as_jpeg(picture);
}

}  // namespace ocelli
