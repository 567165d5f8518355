#include "ocelli/detection/opencv/skipped_windows.hpp"

#include <gtest/gtest.h>

#include "ocelli/core/random.hpp"

namespace ocelli::internal::skipped_windows_test {
namespace {

TEST(SkippedWindows, FollowEachRejectedWindowThatIsEvaluated) {
  Random random(1);
  for (int row = 0; row < 2'000; ++row) {
    opencv_kernel::SkippedWindows skipped;
    bool skip = false;
    for (int block = 0; block < 4; ++block) {
      // From few rejected windows to nearly all.
      std::uint64_t rejected = 0;
      const double rate = random.uniform(0, 1);
      for (int i = 0; i < 64; ++i) rejected |= std::uint64_t{random.uniform(0, 1) < rate} << i;
      if (row == 0) rejected = ~std::uint64_t{0};
      std::uint64_t expected = 0;
      for (int i = 0; i < 64; ++i) {
        expected |= std::uint64_t{skip} << i;
        skip = !skip && (rejected >> i & 1) != 0;
      }
      ASSERT_EQ(skipped(rejected), expected) << "row " << row << ", block " << block;
    }
  }
}

}  // namespace
}  // namespace ocelli::internal::skipped_windows_test
