#include "ocelli/text/layout.hpp"

#include <gmock/gmock.h>

namespace ocelli {
namespace {

TEST(Layout, FindsNothingOnAnEmptyPage) {
  EXPECT_TRUE(find_layout(connected_components(cv::Mat::zeros(100, 80, CV_8U))).blocks.empty());
}

}  // namespace
}  // namespace ocelli
