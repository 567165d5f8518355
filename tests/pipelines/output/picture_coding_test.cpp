#include "ocelli/pipelines/output/picture_coding.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal::picture_coding_test {
namespace {

using testing::HasSubstr;

/// Black lines of letters on white, no two alike.
cv::Mat page_of_text() {
  cv::Mat page(1000, 803, CV_8UC1, cv::Scalar(255));
  cv::RNG random(7);
  for (int y = 60; y < page.rows; y += 40) {
    std::string line;
    for (int letter = 0; letter < 36; ++letter) line += static_cast<char>(random.uniform('A', 'z'));
    cv::putText(page, line, {20, y}, cv::FONT_HERSHEY_SIMPLEX, 1.1, 0, 2);
  }
  return page > 127;
}

/// Black dots on white, as gray comes out of an old printer.
cv::Mat dithered() {
  cv::Mat page(500, 500, CV_8UC1);
  for (int y = 0; y < page.rows; ++y) {
    for (int x = 0; x < page.cols; ++x) page.at<std::uint8_t>(y, x) = (x + y) % 2 == 0 ? 0 : 255;
  }
  return page;
}

std::vector<unsigned char> png(const cv::Mat& picture) {
  std::vector<unsigned char> bytes;
  cv::imencode(".png", picture, bytes, {cv::IMWRITE_PNG_BILEVEL, 1, cv::IMWRITE_PNG_COMPRESSION, 9});
  return bytes;
}

TEST(CodedPicture, IsAFaxWhereBlackAndWhiteAloneAreSeen) {
  const CodedPicture coded = coded_picture(page_of_text());
  EXPECT_THAT(coded.entries, HasSubstr("/CCITTFaxDecode"));
  EXPECT_LT(3 * coded.data.size(), 2 * png(page_of_text()).size());
}

TEST(CodedPicture, IsPackedLikePngWhereAFaxWouldBeLarger) {
  const CodedPicture coded = coded_picture(dithered());
  EXPECT_THAT(coded.entries, HasSubstr("/FlateDecode"));
  EXPECT_LT(coded.data.size(), dithered().total() / 8);
}

TEST(CodedPicture, IsAJpegOtherwise) {
  EXPECT_THAT(coded_picture(cv::Mat(9, 9, CV_8UC1, cv::Scalar(90))).entries, HasSubstr("/DCTDecode"));
  EXPECT_THAT(coded_picture(cv::Mat(9, 9, CV_8UC3, cv::Scalar(0, 0, 0))).entries, HasSubstr("/DeviceRGB"));
}

/// A TIFF file around what fax coding makes of a picture.
std::string fax_file(const cv::Mat& picture, const std::string& coded) {
  const auto number = [](std::size_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> 8 * i & 0xFF);
    return text;
  };
  const auto rows = static_cast<std::size_t>(picture.rows), columns = static_cast<std::size_t>(picture.cols);
  // Width, height, bits, coding (4: group 4), white is 0, where the strip is, its rows, its bytes.
  const std::vector<std::pair<std::size_t, std::size_t>> fields = {
      {256, columns}, {257, rows}, {258, 1}, {259, 4}, {262, 0}, {273, 0}, {278, rows}, {279, coded.size()}};
  const std::size_t strip = 8 + 2 + 12 * fields.size() + 4;
  std::string file = std::string("II*\0", 4) + number(8, 4) + number(fields.size(), 2);
  for (const auto& [tag, value] : fields)
    file += number(tag, 2) + number(4, 2) + number(1, 4) + number(tag == 273 ? strip : value, 4);
  return file + number(0, 4) + coded;
}

TEST(FaxCoded, KeepsEveryPixel) {
  cv::Mat noise(61, 50, CV_8UC1), blocks;
  cv::RNG(7).fill(noise, cv::RNG::UNIFORM, 0, 256);
  noise = noise > 127;
  cv::resize(noise, blocks, {}, 6, 6, cv::INTER_NEAREST);
  for (const cv::Mat& picture : {page_of_text(), noise, blocks, cv::Mat(7, 1, CV_8UC1, cv::Scalar(0)),
                                 cv::Mat(1, 9, CV_8UC1, cv::Scalar(255))}) {
    const std::string file = fax_file(picture, fax_coded(picture));
    const cv::Mat decoded = decode_gray(std::as_bytes(std::span(file)), "fax.tif");
    ASSERT_EQ(decoded.size(), picture.size());
    EXPECT_EQ(cv::countNonZero(decoded != picture), 0) << picture.size();
  }
}

}  // namespace
}  // namespace ocelli::internal::picture_coding_test
