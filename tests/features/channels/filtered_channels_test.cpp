#include "ocelli/features/channels/filtered_channels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/expect_error.hpp"
#include "every_target.hpp"
#include "features/channels/gradients_of.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::filtered_channels_test {
namespace {

using test::gradients_of;
using Bytes = std::vector<std::uint8_t>;

class FiltersOnEveryTarget : public test::OnEveryTarget {};
OCELLI_ON_EVERY_TARGET(FiltersOnEveryTarget);

struct Rectangle {
  int left, top, right, bottom;  ///< the first and the last cell
};

/// A filter as its page says it: what is added and taken away, the divisor, and what nothing is.
struct Filter {
  std::vector<Rectangle> more, less;
  int divisor, zero;
};

const std::vector<Filter>& plain_filters() {
  static const std::vector<Filter> filters{
      {{{-1, -1, 1, 1}}, {}, 9, 0},
      {{{-4, -4, 4, 4}}, {}, 81, 0},
      {{{1, -2, 2, 2}}, {{-2, -2, -1, 2}}, 15, 128},
      {{{-2, 1, 2, 2}}, {{-2, -2, 2, -1}}, 15, 128},
      {{{1, -4, 4, 4}}, {{-4, -4, -1, 4}}, 54, 128},
      {{{-4, 1, 4, 4}}, {{-4, -4, 4, -1}}, 54, 128},
  };
  return filters;
}

int plain_sum(const cv::Mat& plane, int x, int y, const std::vector<Rectangle>& rectangles) {
  int sum = 0;
  for (const Rectangle& r : rectangles) {
    for (int j = y + r.top; j <= y + r.bottom; ++j) {
      for (int i = x + r.left; i <= x + r.right; ++i)
        sum += plane.at<std::uint8_t>(std::clamp(j, 0, plane.rows - 1), std::clamp(i, 0, plane.cols - 1));
    }
  }
  return sum;
}

/// The results of all filters on a plane, at each `step`-th cell.
void append_plain(Bytes& all, const cv::Mat& plane, int step) {
  for (const Filter& filter : plain_filters()) {
    const double part = std::floor((65536.0 + filter.divisor / 2) / filter.divisor) / 65536;
    for (int y = 0; y < plane.rows; y += step) {
      for (int x = 0; x < plane.cols; x += step) {
        const int sum = plain_sum(plane, x, y, filter.more) - plain_sum(plane, x, y, filter.less);
        all.push_back(
            static_cast<std::uint8_t>(std::clamp(std::floor(sum * part) + filter.zero, 0.0, 255.0)));
      }
    }
  }
}

Bytes plain_channels(Bytes gradients, cv::Size picture) {
  Bytes all = gradients;
  std::uint8_t* plane = gradients.data();
  for (int p = 0; p < 8; ++p) {
    const int side = p < 2 ? 2 : 4;
    const cv::Mat cells(picture.height / side, picture.width / side, CV_8UC1, plane);
    append_plain(all, cells, 4 / side);
    plane += cells.total();
  }
  return all;
}

TEST_P(FiltersOnEveryTarget, AreMeansAndDifferencesOfNeighborhoods) {
  for (const cv::Size size : {cv::Size(8, 8), cv::Size(12, 24), cv::Size(56, 32), cv::Size(56, 56),
                              cv::Size(60, 8), cv::Size(132, 20), cv::Size(256, 12)}) {
    for (const std::uint64_t seed : {1U, 2U}) {
      cv::Mat picture = test::noise(size.height, size.width, seed);
      if (seed == 2) picture &= cv::Scalar(0x80);  // steep
      const Bytes gradients = gradients_of(picture);
      ASSERT_EQ(FilteredChannels(size).filtered(gradients), plain_channels(gradients, size)) << size;
    }
  }
}

TEST(FilteredChannels, FollowTheGradientsChannels) {
  const FilteredChannels channels({56, 32});
  EXPECT_EQ(channels.gradients().size(), 2U * 28 * 16 + 6U * 14 * 8);
  EXPECT_EQ(channels.size(), channels.gradients().size() + 8U * 6 * 14 * 8);
  const Bytes gradients = gradients_of(test::noise(32, 56, 3)), all = channels.filtered(gradients);
  EXPECT_TRUE(std::equal(gradients.begin(), gradients.end(), all.begin()));
}

TEST(FilteredChannels, OfExtremesStayInRange) {
  for (const int level : {0, 255}) {
    const FilteredChannels channels({16, 16});
    const Bytes all = channels.filtered(Bytes(channels.gradients().size(), static_cast<std::uint8_t>(level)));
    EXPECT_EQ(all,
              plain_channels(Bytes(channels.gradients().size(), static_cast<std::uint8_t>(level)), {16, 16}));
  }
}

TEST(FilteredChannels, RefuseSidesThatAreNoCells) {
  EXPECT_EQ(test::error_of([] { FilteredChannels channels({18, 16}); }).kind(), Kind::usage);
}

}  // namespace
}  // namespace ocelli::internal::filtered_channels_test
