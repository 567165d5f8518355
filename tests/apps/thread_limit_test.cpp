#include "thread_limit.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

namespace ocelli::internal::test::thread_limit_test {
namespace {

std::size_t allowed() {
  return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
}

TEST(ThreadLimit, HoldsUntilTheNextOne) {
  const std::size_t all = allowed();
  app::limit_threads(3);
  EXPECT_EQ(allowed(), 3u);
  app::limit_threads(1);
  EXPECT_EQ(allowed(), 1u);
  app::limit_threads(0);
  EXPECT_EQ(allowed(), all);
}

TEST(StartableThreads, AreAsManyAsWantedWhereTheSystemLetsThem) {
  EXPECT_EQ(app::startable_threads(0), 0u);
  EXPECT_EQ(app::startable_threads(5), 5u);
}

}  // namespace
}  // namespace ocelli::internal::test::thread_limit_test
