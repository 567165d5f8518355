#include "batch_results.hpp"

#include <gtest/gtest.h>

namespace ocelli::internal::app::batch_results_test {
namespace {

using std::chrono::duration;

TEST(ClosingText, CountsWhatARunWentThrough) {
  EXPECT_EQ(closing_text({.items = 120, .found = 311, .failed = 2, .warned = 1}, "image", true,
                         duration<double>(3.21)),
            "120 images in 3.2 s: 311 detections, 2 failed, 1 with a warning: its result may be wrong");
  EXPECT_EQ(closing_text({.items = 2, .warned = 2}, "image", false, duration<double>(0)),
            "2 images in 0.0 s: 2 with warnings: their results may be wrong");
}

TEST(ClosingText, HasNounsInTheirForm) {
  EXPECT_EQ(closing_text({.items = 1, .found = 1}, "image", true, duration<double>(1)),
            "1 image in 1.0 s: 1 detection");
  EXPECT_EQ(closing_text({.items = 1}, "page", false, duration<double>(1)), "1 page in 1.0 s");
}

}  // namespace
}  // namespace ocelli::internal::app::batch_results_test
