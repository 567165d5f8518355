#include "ocelli/core/time_limit.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::time_limit_test {
namespace {

using namespace std::chrono_literals;

/// Computes on several threads until it is stopped.
Kind end_of_endless_work() {
  try {
    parallel_for(0, 4, [](int) {
      while (true) check_canceled();
    });
  } catch (const Error& error) {
    return error.kind();
  }
  return Kind::usage;
}

TEST(TimeLimit, StopsComputationsWhenTheTimeIsUp) {
  const TimeLimit limit(20ms);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(end_of_endless_work(), Kind::canceled);
  EXPECT_TRUE(limit.is_over());
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 19ms);
}

TEST(TimeLimit, LeavesComputationsThatEndInTimeAlone) {
  {
    const TimeLimit limit(1h);
    EXPECT_NO_THROW(check_canceled());
    EXPECT_FALSE(limit.is_over());
  }
  EXPECT_NO_THROW(check_canceled());
}

TEST(TimeLimit, IsNotOverAfterAStopFromOutside) {
  std::stop_source outside;
  const CancellationScope scope(outside.get_token());
  const TimeLimit limit(1h);
  outside.request_stop();
  EXPECT_THROW(check_canceled(), Error);
  EXPECT_FALSE(limit.is_over());
}

}  // namespace
}  // namespace ocelli::internal::time_limit_test
