#include "ocelli/data/images/image_formats.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <set>
#include <string>
#include <vector>

#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal::image_formats_test {
namespace {

std::string name_of(const ImageFormat* format) { return format != nullptr ? std::string(format->name) : ""; }

std::string format_of_text(const std::string& file) {
  return name_of(format_of(std::as_bytes(std::span(file))));
}

std::string encoded(const std::string& ending) {
  std::vector<unsigned char> bytes;
  cv::imencode(ending, cv::Mat(9, 7, CV_8UC1, cv::Scalar(50)), bytes);
  return {bytes.begin(), bytes.end()};
}

TEST(ImageFormats, AreKnownByTheFirstBytesOfTheirFiles) {
  constexpr std::size_t kEnough = 18;
  for (const auto& [ending, name] : std::vector<std::pair<std::string, std::string>>{{".png", "png"},
                                                                                     {".jpg", "jpeg"},
                                                                                     {".bmp", "bmp"},
                                                                                     {".pgm", "pnm"},
                                                                                     {".tif", "tiff"},
                                                                                     {".webp", "webp"}})
    EXPECT_EQ(format_of_text(encoded(ending).substr(0, kEnough)), name);
}

TEST(ImageFormats, AreNotKnownByTextThatBeginsLikeThem) {
  for (const std::string text :
       {"", "P", "P5", "P5 is a format", "BMW is a maker of cars", "RIFF of cars and more"})
    EXPECT_EQ(format_of_text(text), "") << text;
}

TEST(ImageFormats, AreKnownByTheEndingsOfNames) {
  EXPECT_EQ(name_of(format_named("a/photo.JPEG")), "jpeg");
  EXPECT_EQ(name_of(format_named("scan.tif")), "tiff");
  EXPECT_EQ(name_of(format_named("photo.webp")), "webp");
  EXPECT_EQ(name_of(format_named("photo.GIF")), "gif");
  EXPECT_EQ(name_of(format_named("photo.jp2")), "jpeg2000");
  EXPECT_EQ(name_of(format_named("photo.heic")), "");
  EXPECT_EQ(name_of(format_named("png")), "");
}

TEST(ImageFormats, AreNamedInMessages) {
  EXPECT_EQ(image_format_names(), "png, jpeg, bmp, pnm, tiff, webp, gif, jpeg2000");
}

TEST(ImageFormats, SayWhatTheRestOfTheProgramNeeds) {
  std::set<std::string_view> endings;
  for (const ImageFormat& format : image_formats()) {
    EXPECT_TRUE(format.begins && format.header && format.decode) << format.name;
    for (const std::string_view ending : format.endings) EXPECT_TRUE(endings.insert(ending).second) << ending;
  }
}

}  // namespace
}  // namespace ocelli::internal::image_formats_test
