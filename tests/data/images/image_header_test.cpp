#include "ocelli/data/images/image_header.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

namespace ocelli::internal::image_header_test {
namespace {

std::vector<unsigned char> encode(const char* extension, const cv::Mat& image,
                                  const std::vector<int>& options = {}) {
  std::vector<unsigned char> bytes;
  cv::imencode(extension, image, bytes, options);
  return bytes;
}

std::optional<ImageHeader> header_of(const std::vector<unsigned char>& bytes) {
  return read_image_header(std::as_bytes(std::span(bytes)));
}

TEST(ImageHeader, TellsTheSizeOfEveryKind) {
  const cv::Mat image(13, 301, CV_8UC3, cv::Scalar(10, 200, 30));
  for (const char* extension : {".png", ".jpg", ".bmp", ".ppm", ".tif", ".webp"}) {
    const auto header = header_of(encode(extension, image));
    ASSERT_TRUE(header) << extension;
    EXPECT_EQ(header->width, 301) << extension;
    EXPECT_EQ(header->height, 13) << extension;
  }
  const auto lossless = header_of(encode(".webp", image, {cv::IMWRITE_WEBP_QUALITY, 101}));
  ASSERT_TRUE(lossless);
  EXPECT_EQ(lossless->width, 301);
  EXPECT_EQ(lossless->height, 13);
}

TEST(ImageHeader, TellsNothingOfOtherOrShortFiles) {
  EXPECT_FALSE(header_of({}));
  EXPECT_FALSE(header_of({'8', 'B', 'P', 'S', 0, 1, 0, 1, 0}));
  for (const char* extension : {".png", ".jpg", ".bmp", ".ppm", ".tif", ".webp"}) {
    auto bytes = encode(extension, cv::Mat(13, 301, CV_8UC3, cv::Scalar::all(9)));
    bytes.resize(4);
    EXPECT_FALSE(header_of(bytes)) << extension;
  }
}

TEST(ImageHeader, ThatIsOfAFormatNotReadIsNamedWithARemedy) {
  const auto complaint = [](const std::string& file) {
    return unreadable_image(std::as_bytes(std::span(file)));
  };
  const std::string size("\0\0\0\x1C", 4);
  EXPECT_THAT(complaint(size + "ftypheic"),
              testing::StartsWith("has the format HEIC, which is not supported; convert it"));
  EXPECT_THAT(complaint(size + "ftypavif"), testing::StartsWith("has the format AVIF"));
  EXPECT_THAT(complaint("%PDF-1.5"), testing::HasSubstr(".pdf"));
  EXPECT_THAT(complaint("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"),
              testing::AllOf(testing::HasSubstr("a Git LFS pointer"), testing::HasSubstr("git lfs pull")));
  EXPECT_THAT(complaint("anything else"),
              testing::StartsWith("is not an image in a supported format (png, jpeg"));
  EXPECT_THAT(complaint(""), testing::HasSubstr("supported format"));
}

TEST(ImageHeader, FindsThePixelsOfAPgm) {
  const std::string file = "P5 # comment\n#another\n 2\t3 255\nabcdef";
  const auto header = header_of({file.begin(), file.end()});
  ASSERT_TRUE(header);
  EXPECT_TRUE(header->is_gray_pgm);
  EXPECT_EQ(file[header->pixels_at], 'a');
}

}  // namespace
}  // namespace ocelli::internal::image_header_test
