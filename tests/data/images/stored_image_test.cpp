#include "ocelli/data/images/stored_image.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgcodecs.hpp>
#include <span>
#include <string>
#include <vector>

namespace ocelli::internal::stored_image_test {
namespace {

std::vector<unsigned char> coded(const char* ending, const cv::Mat& image) {
  std::vector<unsigned char> bytes;
  cv::imencode(ending, image, bytes);
  return bytes;
}

std::optional<StoredImage> stored(const std::vector<unsigned char>& bytes) {
  return read_stored_image(std::as_bytes(std::span(bytes)));
}

TEST(StoredImage, OfAJpegIsTheWholeFile) {
  const std::vector<unsigned char> file = coded(".jpg", cv::Mat(30, 50, CV_8UC3, cv::Scalar(9, 90, 200)));
  const auto image = stored(file);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->coding, StoredImage::Coding::jpeg);
  EXPECT_EQ(image->width, 50);
  EXPECT_EQ(image->height, 30);
  EXPECT_EQ(image->channels, 3);
  EXPECT_EQ(image->orientation, 1);
  EXPECT_EQ(image->data, std::string(file.begin(), file.end()));
}

TEST(StoredImage, OfAPngHasItsRowsAsTheyArePacked) {
  const auto image = stored(coded(".png", cv::Mat(30, 50, CV_8UC1, cv::Scalar(9))));
  ASSERT_TRUE(image);
  EXPECT_EQ(image->coding, StoredImage::Coding::png);
  EXPECT_EQ(image->width, 50);
  EXPECT_EQ(image->channels, 1);
  EXPECT_EQ(image->bits, 8);
  EXPECT_FALSE(image->data.empty());
}

TEST(StoredImage, IsNoneWhereMoreThanItsCodingIsNeeded) {
  EXPECT_FALSE(stored(coded(".png", cv::Mat(3, 5, CV_8UC4, cv::Scalar(1, 2, 3, 4))))) << "transparency";
  EXPECT_FALSE(stored(coded(".bmp", cv::Mat(3, 5, CV_8UC1, cv::Scalar(1)))));
  EXPECT_FALSE(stored({}));
}

TEST(StoredImage, IsNoneOfWhatIsCutInItsHeaders) {
  const cv::Mat picture(30, 50, CV_8UC3, cv::Scalar(9, 90, 200));
  const std::vector<unsigned char> jpeg = coded(".jpg", picture), png = coded(".png", picture);
  for (std::size_t size = 0; size < 100; ++size)
    EXPECT_FALSE(stored({jpeg.begin(), jpeg.begin() + static_cast<std::ptrdiff_t>(size)})) << size;
  for (std::size_t size = 0; size < png.size(); ++size)
    EXPECT_FALSE(stored({png.begin(), png.begin() + static_cast<std::ptrdiff_t>(size)})) << size;
}

}  // namespace
}  // namespace ocelli::internal::stored_image_test
