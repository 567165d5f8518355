#include "ocelli/core/cancellation.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::cancellation_test {
namespace {

bool ends_as_canceled(const auto& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.kind() == Kind::canceled;
  }
  return false;
}

TEST(Cancellation, NothingIsCanceledWithoutAScope) {
  EXPECT_EQ(CancellationScope::current(), nullptr);
  EXPECT_FALSE(is_canceled());
  EXPECT_NO_THROW(check_canceled());
}

TEST(Cancellation, ARequestCountsWhileItsScopeLives) {
  std::stop_source stop;
  {
    const CancellationScope scope(stop.get_token());
    EXPECT_NO_THROW(check_canceled());
    stop.request_stop();
    EXPECT_TRUE(ends_as_canceled(check_canceled));
  }
  EXPECT_NO_THROW(check_canceled());
}

TEST(Cancellation, AnInnerScopeDoesNotHideTheOuterOne) {
  std::stop_source outer, inner;
  const CancellationScope whole(outer.get_token());
  {
    const CancellationScope part(inner.get_token());
    inner.request_stop();
    EXPECT_TRUE(is_canceled());
  }
  EXPECT_FALSE(is_canceled());
  const CancellationScope deaf{std::stop_token{}};
  outer.request_stop();
  EXPECT_TRUE(is_canceled());
}

TEST(Cancellation, IsTheThreadsOwn) {
  std::stop_source stop;
  stop.request_stop();
  const CancellationScope scope(stop.get_token());
  std::optional<bool> elsewhere;
  std::thread([&] { elsewhere = is_canceled(); }).join();
  EXPECT_EQ(elsewhere, false);
}

TEST(ParallelFor, DoesAllOnce) {
  std::vector<std::atomic<int>> done(10'000);
  parallel_for(std::size_t{0}, done.size(), [&](std::size_t i) { ++done[i]; });
  for (const auto& times : done) ASSERT_EQ(times, 1);
}

TEST(ParallelFor, StopsSoonAfterARequestFromWithin) {
  constexpr int kAll = 1'000'000;
  std::stop_source stop;
  std::atomic<int> begun = 0;
  EXPECT_TRUE(ends_as_canceled([&] {
    const CancellationScope scope(stop.get_token());
    parallel_for(0, kAll, [&](int) {
      if (++begun == 100) stop.request_stop();
    });
  }));
  EXPECT_GE(begun, 100);
  EXPECT_LT(begun, 100 + 2 * static_cast<int>(std::thread::hardware_concurrency()));
}

TEST(ParallelFor, HandsTheScopeOnToNestedLoops) {
  std::stop_source stop;
  std::atomic<int> finished = 0;
  EXPECT_TRUE(ends_as_canceled([&] {
    const CancellationScope scope(stop.get_token());
    parallel_for(0, 64, [&](int) {
      parallel_for(0, 64, [&](int i) {
        EXPECT_NE(CancellationScope::current(), nullptr);
        if (i == 7) stop.request_stop();
      });
      ++finished;
    });
  }));
  EXPECT_LT(finished, 64);
}

TEST(ParallelFor, LeavesTheThreadsOfOthersAlone) {
  std::stop_source stop;
  stop.request_stop();
  std::atomic<int> done = 0;
  std::thread stopped([&] {
    const CancellationScope scope(stop.get_token());
    for (int i = 0; i < 100; ++i) {
      EXPECT_TRUE(ends_as_canceled([] { parallel_for(0, 1000, [](int) {}); }));
    }
  });
  for (int i = 0; i < 100; ++i) parallel_for(0, 1000, [&](int) { ++done; });
  stopped.join();
  EXPECT_EQ(done, 100'000);
}

}  // namespace
}  // namespace ocelli::internal::cancellation_test
