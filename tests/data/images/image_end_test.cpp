#include "ocelli/data/images/image_header.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

namespace ocelli::internal::image_end_test {
namespace {

bool ends_early(const std::vector<unsigned char>& file) {
  return ocelli::internal::ends_early(std::as_bytes(std::span(file)));
}

std::vector<unsigned char> encode(const char* extension, int type) {
  cv::Mat image(21, 35, type);
  cv::RNG random(3);
  random.fill(image, cv::RNG::UNIFORM, 0, 255);
  std::vector<unsigned char> bytes;
  cv::imencode(extension, image, bytes);
  return bytes;
}

TEST(ImageEnd, IsThereInWholeFilesAndGoneWithTheLastBytes) {
  for (const auto& [extension, type] :
       {std::pair{".png", CV_8UC3}, std::pair{".jpg", CV_8UC1}, std::pair{".bmp", CV_8UC3},
        std::pair{".bmp", CV_8UC1}, std::pair{".pgm", CV_8UC1}, std::pair{".pgm", CV_16UC1},
        std::pair{".ppm", CV_8UC3}}) {
    auto file = encode(extension, type);
    EXPECT_FALSE(ends_early(file)) << extension;
    auto longer = file;
    longer.resize(file.size() + 100);
    EXPECT_FALSE(ends_early(longer)) << extension << ", with bytes after its end";
    file.pop_back();
    EXPECT_TRUE(ends_early(file)) << extension;
  }
}

TEST(ImageEnd, OfABilevelFileCountsEightPixelsAByte) {
  const std::string file = "P4\n9 2\nabcd";
  EXPECT_FALSE(ends_early({file.begin(), file.end()}));
  EXPECT_TRUE(ends_early({file.begin(), file.end() - 1}));
}

TEST(ImageEnd, IsNotAskedOfOtherKinds) {
  EXPECT_FALSE(ends_early({}));
  EXPECT_FALSE(ends_early({'h', 'e', 'l', 'l', 'o'}));
}

}  // namespace
}  // namespace ocelli::internal::image_end_test
