#include "ocelli/data/images/image_resolution.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "data/stated_resolution.hpp"

namespace ocelli::internal::image_resolution_test {
namespace {

using test::jpeg_stating;
using test::png_stating;
using test::tiff_stating;

std::optional<Resolution> resolution_in(const std::string& file) {
  return read_resolution(std::as_bytes(std::span(file)));
}

void expect_near(const std::optional<Resolution>& found, double x, double y) {
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->x, x, 0.02);
  EXPECT_NEAR(found->y, y, 0.02);
}

const cv::Mat kImage(20, 30, CV_8UC1, cv::Scalar(77));

TEST(ImageResolution, IsWhatPngStatesInPixelsAMeter) {
  expect_near(resolution_in(png_stating(kImage, 11811, 5906)), 300, 150);
  EXPECT_FALSE(resolution_in(png_stating(kImage, 4, 4, 0))) << "a ratio of sides";
}

TEST(ImageResolution, IsWhatJfifStatesInEitherUnit) {
  expect_near(resolution_in(jpeg_stating(kImage, 1, 200, 100)), 200, 100);
  expect_near(resolution_in(jpeg_stating(kImage, 2, 118, 118)), 299.72, 299.72);
  EXPECT_FALSE(resolution_in(jpeg_stating(kImage, 0, 300, 300))) << "a ratio of sides";
}

TEST(ImageResolution, IsWhatTiffStatesInEitherUnitAndByteOrder) {
  for (const bool little : {true, false}) {
    expect_near(resolution_in(tiff_stating({.little = little, .x = 204, .y = 98})), 204, 98);
    expect_near(resolution_in(tiff_stating({.little = little, .x = 118, .y = 118, .unit = 3})), 299.72,
                299.72);
    EXPECT_FALSE(resolution_in(tiff_stating({.little = little, .x = 300, .y = 300, .unit = 1})));
  }
}

TEST(ImageResolution, IsThatOfTheImageAsItIsSeen) {
  expect_near(resolution_in(tiff_stating({.x = 204, .y = 98, .orientation = 3})), 204, 98);
  expect_near(resolution_in(tiff_stating({.x = 204, .y = 98, .orientation = 6})), 98, 204);
  const std::string jpeg = jpeg_stating(kImage, 1, 200, 100);
  expect_near(resolution_in(test::with_exif(jpeg, tiff_stating({.x = 0, .y = 0, .orientation = 8}))), 100,
              200);
}

TEST(ImageResolution, IsExifsWhereAJpegHasTwoUnlessItIsTheOneForUnknown) {
  const std::string jpeg = jpeg_stating(kImage, 1, 96, 96);
  expect_near(resolution_in(test::with_exif(jpeg, tiff_stating({.x = 300, .y = 300}))), 300, 300);
  expect_near(resolution_in(test::with_exif(jpeg, tiff_stating({.x = 72, .y = 72}))), 96, 96);
}

TEST(ImageResolution, IsUnknownWhereNothingPossibleIsStated) {
  std::vector<unsigned char> plain;
  cv::imencode(".png", kImage, plain);
  EXPECT_FALSE(resolution_in({plain.begin(), plain.end()}));
  cv::imencode(".webp", kImage, plain);
  EXPECT_FALSE(resolution_in({plain.begin(), plain.end()}));
  EXPECT_FALSE(resolution_in(png_stating(kImage, 1, 11811)));
  EXPECT_FALSE(resolution_in(tiff_stating({.x = 4'000'000'000, .y = 300})));
  EXPECT_FALSE(resolution_in(""));
}

TEST(ImageResolution, SurvivesFilesCutAnywhere) {
  const std::string jpeg =
      test::with_exif(jpeg_stating(kImage, 1, 200, 100), tiff_stating({.x = 300, .y = 300}));
  for (const std::string& file :
       {png_stating(kImage, 11811, 11811), jpeg, tiff_stating({.x = 300, .y = 300})}) {
    for (std::size_t size = 0; size < file.size(); ++size) resolution_in(file.substr(0, size));
  }
}

}  // namespace
}  // namespace ocelli::internal::image_resolution_test
