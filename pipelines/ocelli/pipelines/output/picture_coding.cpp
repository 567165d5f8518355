#include "ocelli/pipelines/output/picture_coding.hpp"

#include <algorithm>
#include <opencv2/core.hpp>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal {
namespace {

std::string_view as_text(std::span<const unsigned char> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The compressed pixels of a PNG file, its IDAT chunks joined. PDF supports their encoding directly.
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

std::string color_space(const cv::Mat& picture) {
  return picture.channels() == 1 ? "/ColorSpace /DeviceGray" : "/ColorSpace /DeviceRGB";
}

std::string palette_space(const std::string& palette) {
  constexpr const char* kDigit = "0123456789ABCDEF";
  std::string colors;
  for (const char byte : palette) {
    const auto value = static_cast<unsigned char>(byte);
    colors += kDigit[value / 16];
    colors += kDigit[value % 16];
  }
  return "[/Indexed /DeviceRGB " + std::to_string(palette.size() / 3 - 1) + " <" + colors + ">]";
}

CodedPicture coded_as_png(const cv::Mat& picture) {
  const bool bilevel = is_black_and_white(picture);
  const std::string colors = std::to_string(picture.channels()), bits = bilevel ? "1" : "8";
  const std::vector<unsigned char> png = encode_png(picture, {.bilevel = bilevel});
  return {color_space(picture) + " /BitsPerComponent " + bits +
              " /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors " + colors +
              " /BitsPerComponent " + bits + " /Columns " + std::to_string(picture.cols) + " >>",
          packed_pixels(png), picture.size()};
}

CodedPicture coded_as_fax(const cv::Mat& picture) {
  return {color_space(picture) +
              " /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns " +
              std::to_string(picture.cols) + " /Rows " + std::to_string(picture.rows) + " >>",
          fax_coded(picture), picture.size()};
}

CodedPicture coded_as_jpeg(const cv::Mat& picture) {
  constexpr int kQuality = 85;
  const std::vector<unsigned char> jpeg = encode_jpeg(picture, kQuality);
  return {color_space(picture) + " /BitsPerComponent 8 /Filter /DCTDecode", std::string(as_text(jpeg)),
          picture.size()};
}

}  // namespace

bool is_black_and_white(const cv::Mat& picture) {
  if (picture.channels() != 1) return false;
  return cv::countNonZero(picture) == cv::countNonZero(picture == 255);
}

CodedPicture coded_picture(const cv::Mat& picture, Loss loss) {
  constexpr int kMaxSideOfJpeg = 65'500;
  constexpr std::size_t kPixelsPerByte =
      24;  // of text; of dithered pictures fax coding makes more bytes than pixels had
  if (is_black_and_white(picture)) {
    CodedPicture fax = coded_as_fax(picture);
    if (fax.data.size() * kPixelsPerByte < picture.total()) return fax;
    CodedPicture png = coded_as_png(picture);
    return png.data.size() < fax.data.size() ? png : fax;
  }
  const bool is_too_long = std::max(picture.cols, picture.rows) > kMaxSideOfJpeg;
  return loss == Loss::none || is_too_long ? coded_as_png(picture) : coded_as_jpeg(picture);
}

CodedPicture as_stored(StoredImage image) {
  const cv::Size size(image.width, image.height);
  const std::string space = image.channels == 1 ? "/ColorSpace /DeviceGray" : "/ColorSpace /DeviceRGB",
                    bits = std::to_string(image.bits);
  if (image.coding == StoredImage::Coding::jpeg)
    return {space + " /BitsPerComponent 8 /Filter /DCTDecode", std::move(image.data), size,
            image.orientation};
  return {(image.palette.empty() ? space : "/ColorSpace " + palette_space(image.palette)) +
              " /BitsPerComponent " + bits + " /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors " +
              std::to_string(image.channels) + " /BitsPerComponent " + bits + " /Columns " +
              std::to_string(image.width) + " >>",
          std::move(image.data), size, image.orientation};
}

}  // namespace ocelli::internal
