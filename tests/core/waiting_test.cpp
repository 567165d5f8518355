#include "ocelli/core/waiting.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <future>
#include <memory>
#include <stdexcept>
#include <stop_token>

#include "data/expect_error.hpp"

namespace ocelli::internal::waiting_test {
namespace {

using namespace std::chrono_literals;

TEST(Awaited, GivesWhatTheCallGivesOrThrows) {
  EXPECT_EQ(*awaited([] { return std::make_unique<int>(7); }), 7);
  EXPECT_THROW(awaited([]() -> int { throw std::runtime_error("no"); }), std::runtime_error);
}

TEST(Awaited, LeavesTheCallToItselfOnAStop) {
  std::stop_source stop;
  const CancellationScope scope(stop.get_token());
  const auto never = std::make_shared<std::promise<int>>();
  const std::jthread request([&] {
    std::this_thread::sleep_for(20ms);
    stop.request_stop();
  });
  EXPECT_EQ(test::error_of([&] { awaited([never] { return never->get_future().get(); }); }).kind(),
            Kind::canceled);
  never->set_value(1);
}

TEST(WaitForInput, EndsWithInputOrAStop) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  std::stop_source stop;
  {
    const CancellationScope scope(stop.get_token());
    stop.request_stop();
    EXPECT_FALSE(wait_for_input(pipe[0]));
  }
  ASSERT_EQ(::write(pipe[1], "x", 1), 1);
  EXPECT_TRUE(wait_for_input(pipe[0]));
  ::close(pipe[1]);
  EXPECT_TRUE(wait_for_input(pipe[0])) << "the end is input, too";
  ::close(pipe[0]);
}

}  // namespace
}  // namespace ocelli::internal::waiting_test
