#include "ocelli/text/pixel_shape.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "ocelli/text/page_reader.hpp"
#include "ocelli/text/reading/glyph_share.hpp"
#include "text/tiny_reader.hpp"

namespace ocelli::internal::pixel_shape_test {
namespace {

using test::page_of_bars_and_blocks;
using test::tiny_reader;

/// A page as fax machines send it in standard resolution.
cv::Mat faxed(const cv::Mat& page) {
  cv::Mat fax;
  cv::resize(page, fax, {}, 1, 1 / kFaxPixel, cv::INTER_AREA);
  cv::threshold(fax, fax, 127, 255, cv::THRESH_BINARY);
  return fax;
}

TEST(PixelShape, IsToldFromWideLetters) {
  const cv::Mat page = page_of_bars_and_blocks({"ooIo ooo Ioo", "oooo ooo oIoIo"});
  const auto is_wide = [](const cv::Mat& image) {
    return has_wide_letters(find_lines(prepare_page(image, 0, true)));
  };
  EXPECT_FALSE(is_wide(page));
  EXPECT_TRUE(is_wide(faxed(page)));
  EXPECT_FALSE(has_wide_letters({}));
}

TEST(PixelShape, OfDoubleHeightIsToldFromNarrowLetters) {
  const cv::Mat page = page_of_bars_and_blocks({"oooo ooo ooo", "oooo ooo oooo"});
  cv::Mat tall;
  cv::resize(page, tall, {}, 1, 2.5, cv::INTER_NEAREST);
  EXPECT_FALSE(has_narrow_letters(find_lines(prepare_page(page, 0, true))));
  EXPECT_TRUE(has_narrow_letters(find_lines(prepare_page(tall, 0, true))));
  EXPECT_FALSE(has_narrow_letters({}));
}

TEST(PixelShape, OfAFaxIsMadeSquareForReadingOnly) {
  const cv::Mat fax = faxed(page_of_bars_and_blocks({"ooIo ooo Ioo", "oooo ooo oIoIo", "oo oIo oooIooo"}));
  const PageText read = read_page(fax, tiny_reader());
  EXPECT_EQ(cv::Size(read.width, read.height), fax.size());
}

/// The height of the pixels of an image, as found with these options.
double height_of(const cv::Mat& image, const ReadingOptions& options = {}) {
  const Reader reader = tiny_reader();
  const PageTurn page = turned(image, 0, options);
  PageTrial trial(page, image, reader, options);
  return pixel_height(page, glyph_share(page.found, reader), trial, options);
}

ReadingOptions of_pixels(double height) {
  ReadingOptions options;
  options.pixel_height = height;
  return options;
}

ReadingOptions with_zone(const cv::Rect& zone) {
  ReadingOptions options;
  options.zones = {zone};
  return options;
}

TEST(PixelShape, IsThatOfTheFileUnlessPrintIsFarClearerWithoutIt) {
  const cv::Mat page = page_of_bars_and_blocks({"ooIo ooo Ioo", "oooo ooo oIoIo"});
  EXPECT_EQ(height_of(page), 1);
  EXPECT_EQ(height_of(faxed(page), of_pixels(kFaxPixel)), kFaxPixel);
  EXPECT_EQ(height_of(faxed(page), of_pixels(1)), 1);
}

TEST(PixelShape, OfAPageOnItsSideIsMadeSquareByMoreColumns) {
  const cv::Mat fax = faxed(page_of_bars_and_blocks({"oIo"}));
  EXPECT_EQ(with_square_pixels(fax, kFaxPixel).cols, fax.cols);
  EXPECT_EQ(with_square_pixels(cv::Mat(fax.t()), 1 / kFaxPixel).size(),
            cv::Mat(with_square_pixels(fax, kFaxPixel).t()).size());
  const ReadingOptions options = for_square_pixels(with_zone({10, 20, 30, 40}), 0.5);
  EXPECT_EQ(options.zones.at(0), cv::Rect(20, 20, 60, 40));
  EXPECT_EQ(for_square_pixels(with_zone({10, 20, 30, 40}), 2).zones.at(0), cv::Rect(10, 40, 30, 80));
}

TEST(PixelShape, KeepsTheTwoLevelsOfAnImage) {
  const cv::Mat stretched = with_square_pixels(faxed(page_of_bars_and_blocks({"oIo"})), kFaxPixel);
  EXPECT_EQ(cv::countNonZero(stretched == 0) + cv::countNonZero(stretched == 255),
            static_cast<int>(stretched.total()));
}

}  // namespace
}  // namespace ocelli::internal::pixel_shape_test
