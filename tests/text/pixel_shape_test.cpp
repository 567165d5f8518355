#include "ocelli/text/pixel_shape.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "ocelli/text/page_reader.hpp"
#include "text/tiny_reader.hpp"

namespace ocelli::internal::pixel_shape_test {
namespace {

using test::page_of_bars_and_blocks;
using test::tiny_reader;

/// A page as fax machines send it in standard resolution.
cv::Mat faxed(const cv::Mat& page) {
  cv::Mat fax;
  cv::resize(page, fax, {}, 1, 1 / kFaxRows, cv::INTER_AREA);
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

TEST(PixelShape, OfAFaxIsMadeSquareForReadingOnly) {
  const cv::Mat fax = faxed(page_of_bars_and_blocks({"ooIo ooo Ioo", "oooo ooo oIoIo", "oo oIo oooIooo"}));
  const PageText read = read_page(fax, tiny_reader());
  EXPECT_EQ(cv::Size(read.width, read.height), fax.size());
}

TEST(PixelShape, KeepsTheTwoLevelsOfAnImage) {
  const cv::Mat stretched = stretched_rows(faxed(page_of_bars_and_blocks({"oIo"})), kFaxRows);
  EXPECT_EQ(cv::countNonZero(stretched == 0) + cv::countNonZero(stretched == 255),
            static_cast<int>(stretched.total()));
}

}  // namespace
}  // namespace ocelli::internal::pixel_shape_test
