#include "ocelli/pipelines/executors/live.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <functional>
#include <latch>
#include <semaphore>
#include <stdexcept>
#include <thread>

#include "pipelines/watchdog.hpp"

namespace ocelli::internal::live_test {
namespace {

using namespace std::chrono_literals;
using test::Watchdog;
using testing::ElementsAre;
using testing::HasSubstr;

/// Frames "0", "1", ..., with a step before each, until the step says that there are no more.
class Frames : public Source {
 public:
  using Step = std::function<bool(int)>;

  explicit Frames(Step step) : step_(std::move(step)) {}

  std::optional<Item> next() override {
    if (!step_(given_)) return std::nullopt;
    return Item{std::to_string(given_++), cv::Mat()};
  }

 private:
  Step step_;
  int given_ = 0;
};

bool every_millisecond(int) {
  std::this_thread::sleep_for(1ms);
  return true;
}

Record quick(const Item& item) { return {.input = item.input}; }

TEST(Live, LooksAtTheNewestFrameOnly) {
  const Watchdog watchdog(60s);
  std::latch first_is_processed(1), five_more_came(1), second_is_processed(1);
  Frames source([&](int frame) {
    if (frame == 1) first_is_processed.wait();
    if (frame == 6) {
      five_more_came.count_down();
      second_is_processed.wait();
    }
    return frame < 6;
  });
  const Work work = [&](const Item& item) {
    if (item.input == "0") {
      first_is_processed.count_down();
      five_more_came.wait();
    } else {
      second_is_processed.count_down();
    }
    return quick(item);
  };
  std::vector<std::string> shown;
  const Display display = [&](const LiveFrame& frame) { return shown.push_back(frame.item.input), true; };
  const LiveSummary summary = run_live(source, work, display);
  EXPECT_THAT(shown, ElementsAre("0", "5"));
  EXPECT_EQ(summary.captured, 6u);
  EXPECT_EQ(summary.processed, 2u);
  EXPECT_EQ(summary.dropped, 4u);
  EXPECT_FALSE(summary.canceled);
}

TEST(Live, KeepsLatencyBoundedBehindASourceFasterThanTheDetector) {
  const Watchdog watchdog(120s);
  constexpr int kFrames = 500;
  Frames source([](int frame) { return every_millisecond(frame), frame < kFrames; });
  const Work slow = [](const Item& item) { return std::this_thread::sleep_for(20ms), quick(item); };
  double last_rate = 0;
  const Display display = [&](const LiveFrame& frame) {
    EXPECT_GE(frame.latency, 20ms);
    last_rate = frame.rate;
    return true;
  };
  const LiveSummary summary = run_live(source, slow, display);
  EXPECT_EQ(summary.captured, static_cast<std::size_t>(kFrames));
  EXPECT_GT(summary.dropped, summary.processed);
  EXPECT_EQ(summary.processed + summary.dropped, summary.captured);
  EXPECT_LT(summary.worst_latency, 1s) << "a queue would have come to 500 x 19 ms";
  EXPECT_GT(last_rate, 0);
  EXPECT_LE(last_rate, 50);
}

TEST(Live, LooksAtEveryFrameOfASlowSource) {
  const Watchdog watchdog(60s);
  std::binary_semaphore shown(1);
  Frames source([&](int frame) { return shown.acquire(), frame < 10; });
  const Display display = [&](const LiveFrame&) { return shown.release(), true; };
  const LiveSummary summary = run_live(source, quick, display);
  EXPECT_EQ(summary.processed, 10u);
  EXPECT_EQ(summary.dropped, 0u);
}

TEST(Live, EndsWhenTheViewerHasSeenEnough) {
  const Watchdog watchdog(60s);
  Frames endless(every_millisecond);
  int shown = 0;
  const LiveSummary summary = run_live(endless, quick, [&](const LiveFrame&) { return ++shown < 3; });
  EXPECT_EQ(summary.processed, 3u);
  EXPECT_FALSE(summary.canceled);
}

TEST(Live, EndsWhenItIsStopped) {
  const Watchdog watchdog(60s);
  Frames endless(every_millisecond);
  std::stop_source stop;
  const std::jthread stopper([&] { std::this_thread::sleep_for(30ms), stop.request_stop(); });
  const LiveSummary summary = run_live(
      endless, quick, [](const LiveFrame&) { return true; }, stop.get_token());
  EXPECT_TRUE(summary.canceled);
}

TEST(Live, CallsTheViewerWhileNoFrameComes) {
  const Watchdog watchdog(60s);
  std::binary_semaphore more(0);
  Frames source([&](int frame) { return more.acquire(), frame < 1; });
  const Display display = [&](const LiveFrame&) { return true; };
  int calls = 0;
  Seconds longest{};
  const Idle idle = [&](Seconds waited) {
    longest = std::max(longest, waited);
    if (++calls >= 3) more.release();
    return true;
  };
  EXPECT_EQ(run_live(source, quick, display, {}, idle).processed, 1u);
  EXPECT_GE(calls, 3);
  EXPECT_GE(longest, 100ms);
}

TEST(Live, EndsWhenTheViewerHasWaitedEnough) {
  const Watchdog watchdog(60s);
  std::binary_semaphore more(0);
  Frames source([&](int) { return more.acquire(), false; });
  const Display display = [&](const LiveFrame&) { return true; };
  const Idle idle = [&](Seconds) { return more.release(), false; };
  const LiveSummary summary = run_live(source, quick, display, {}, idle);
  EXPECT_EQ(summary.processed, 0u);
  EXPECT_FALSE(summary.canceled);
}

TEST(Live, CountsFramesThatCannotBeLookedAt) {
  const Watchdog watchdog(60s);
  Frames source([](int frame) { return frame < 1; });
  const Work work = [](const Item&) -> Record { throw Error(Kind::image, "is too odd"); };
  std::optional<std::string> error;
  const Display display = [&](const LiveFrame& frame) { return error = frame.record.error, true; };
  EXPECT_EQ(run_live(source, work, display).failed, 1u);
  EXPECT_EQ(error, "is too odd");
}

/// The message of the error that the run ends with.
std::string fault_of(Source& source, const Work& work, const Display& display) {
  const Watchdog watchdog(60s);
  try {
    run_live(source, work, display);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(Live, EndsWithOneErrorForAFaultInAnyStage) {
  const auto strike = [] { throw std::runtime_error("struck by lightning"); };
  const Display show = [](const LiveFrame&) { return true; };
  Frames endless(every_millisecond);
  Frames broken([&](int frame) { return frame == 3 ? (strike(), true) : true; });
  EXPECT_THAT(fault_of(broken, quick, show),
              HasSubstr("frame 3: the source stage failed: struck by lightning"));
  const Work broken_work = [&](const Item&) -> Record { return strike(), Record{}; };
  EXPECT_THAT(fault_of(endless, broken_work, show), HasSubstr("the work stage failed: struck by lightning"));
  const Display broken_display = [&](const LiveFrame&) { return strike(), true; };
  EXPECT_THAT(fault_of(endless, quick, broken_display),
              HasSubstr("the display stage failed: struck by lightning"));
}

}  // namespace
}  // namespace ocelli::internal::live_test
