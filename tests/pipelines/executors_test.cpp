#include <gmock/gmock.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <thread>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/pipelines/executors/executors.hpp"
#include "ocelli/pipelines/output/record_text.hpp"
#include "pipelines/watchdog.hpp"

namespace ocelli::internal::executors_test {
namespace {

using namespace std::chrono_literals;
using test::Watchdog;
using testing::HasSubstr;

/// Items "0", "1", ... with what `make` gives for their number.
class Numbers : public Source {
 public:
  using Make = std::function<cv::Mat(std::size_t)>;

  explicit Numbers(
      std::size_t count, Make make = [](std::size_t) { return cv::Mat(); })
      : count_(count), make_(std::move(make)) {}

  std::optional<Item> next() override {
    if (given_ == count_) return std::nullopt;
    const std::size_t number = given_++;
    return Item{std::to_string(number), make_(number)};
  }
  std::optional<std::size_t> total() const override { return count_; }

 private:
  std::size_t count_, given_ = 0;
  Make make_;
};

std::size_t number_of(const Item& item) { return std::stoul(item.input); }

/// Results and errors that depend on the item alone, after a time that does not.
Record random_work(const Item& item) {
  const std::uint64_t draw = hash(7, {number_of(item)});
  std::this_thread::sleep_for(std::chrono::microseconds(draw % 3000));
  if (draw % 5 == 0) throw Error(Kind::input, "cannot be decoded", item.input);
  const Box box{.x = static_cast<float>(draw % 100), .y = 1, .w = 2, .h = 3};
  return {.input = item.input, .width = 640, .height = 480, .detections = {{box, 0.5f, "thing"}}};
}

Record no_work(const Item& item) { return {.input = item.input}; }

struct Outcome {
  RunSummary summary;
  std::string text;
};

using Executor = std::function<RunSummary(const Stages&)>;
RunSummary serial(const Stages& stages) { return run_serially(stages); }
RunSummary graph(const Stages& stages) { return run_graph(stages); }

Outcome outcome_of(const Executor& run, std::size_t items) {
  Numbers source(items);
  Outcome outcome;
  const Sink sink = [&](const Item&, const Record& record) { outcome.text += to_json_line(record); };
  outcome.summary = run({.source = source, .work = random_work, .sink = sink});
  return outcome;
}

TEST(Executors, GiveTheSameBytesForAnyNumberOfThreads) {
  const Watchdog watchdog(60s);
  constexpr std::size_t kItems = 300;
  const Outcome plain = outcome_of(serial, kItems);
  EXPECT_EQ(plain.summary.items, kItems);
  EXPECT_GT(plain.summary.failed, 0u);
  EXPECT_EQ(std::ranges::count(plain.text, '\n'), kItems);
  for (const std::size_t threads : {1u, 2u, 8u}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    const Outcome parallel = outcome_of(graph, kItems);
    EXPECT_EQ(parallel.summary, plain.summary) << threads << " threads";
    EXPECT_EQ(parallel.text, plain.text) << threads << " threads";
  }
}

TEST(Executors, EndAtOnceWhenThereIsNothingToDo) {
  const Watchdog watchdog(60s);
  EXPECT_EQ(outcome_of(serial, 0).summary, RunSummary{});
  EXPECT_EQ(outcome_of(graph, 0).summary, RunSummary{});
}

TEST(Executors, TellHowFarTheyAre) {
  for (const Executor& run : {Executor(serial), Executor(graph)}) {
    Numbers source(5);
    std::vector<std::size_t> done;
    const ProgressSink progress = [&](const Progress& step) {
      EXPECT_EQ(step.total, 5u);
      done.push_back(step.done);
    };
    run({.source = source, .work = no_work, .sink = [](const Item&, const Record&) {}, .progress = progress});
    EXPECT_THAT(done, testing::ElementsAre(1, 2, 3, 4, 5));
  }
}

/// Resident memory of this program, in MiB.
double resident_mebibytes() {
  std::ifstream statm("/proc/self/statm");
  double size = 0, resident = 0;
  statm >> size >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

constexpr bool sanitized() {
#ifdef OCELLI_SANITIZED
  return true;  // freed memory is kept for a while, to catch its use
#else
  return false;
#endif
}

TEST(GraphExecutor, KeepsMemoryFlatBehindASlowSink) {
  const Watchdog watchdog(300s);
  constexpr std::size_t kItems = 2000, kInFlight = 6;
  std::atomic<std::size_t> pulled = 0, delivered = 0, max_alive = 0;
  Numbers source(kItems, [&](std::size_t) {
    max_alive = std::max<std::size_t>(max_alive, ++pulled - delivered);
    return cv::Mat(480, 640, CV_8UC3, cv::Scalar(1, 2, 3));  // in all 1.7 GiB
  });
  double after_start = 0;
  const Sink slow = [&](const Item&, const Record&) {
    std::this_thread::sleep_for(2ms);
    if (++delivered == kItems / 10) after_start = resident_mebibytes();
  };
  run_graph({.source = source, .work = no_work, .sink = slow}, {}, kInFlight);
  EXPECT_EQ(delivered, kItems);
  EXPECT_LE(max_alive, kInFlight + 1);
  EXPECT_TRUE(sanitized() || resident_mebibytes() < after_start + 20);
}

/// Which stage throws, at which item.
struct Fault {
  const char* stage;
  std::size_t at;

  friend std::ostream& operator<<(std::ostream& out, const Fault& fault) {
    return out << fault.stage << " " << fault.at;
  }
};

class FaultTest : public testing::TestWithParam<Fault> {
 protected:
  /// Throws when it is the stage's and the item's turn.
  void step(const std::string& stage, std::size_t number) const {
    if (stage == GetParam().stage && number == GetParam().at) throw std::runtime_error("struck by lightning");
  }

  void expect_one_error(const Executor& run) const {
    const Watchdog watchdog(60s);
    Numbers source(200, [this](std::size_t number) { return step("source", number), cv::Mat(); });
    const Work work = [this](const Item& item) { return step("work", number_of(item)), random_work(item); };
    std::size_t delivered = 0;
    const Sink sink = [&](const Item& item, const Record&) {
      step("sink", number_of(item));
      EXPECT_EQ(number_of(item), delivered++);
    };
    try {
      run({.source = source, .work = work, .sink = sink});
      FAIL() << "the fault was lost";
    } catch (const Error& error) {
      EXPECT_THAT(error.what(),
                  HasSubstr("the " + std::string(GetParam().stage) + " stage failed: struck by lightning"));
      EXPECT_THAT(error.where(), HasSubstr(std::to_string(GetParam().at)));
    }
    EXPECT_EQ(delivered, GetParam().at);
  }
};

TEST_P(FaultTest, EndsASerialRunWithOneErrorBehindAllItemsBeforeIt) { expect_one_error(serial); }

TEST_P(FaultTest, EndsAGraphRunWithOneErrorBehindAllItemsBeforeIt) { expect_one_error(graph); }

INSTANTIATE_TEST_SUITE_P(AnyStageAnyItem, FaultTest,
                         testing::Values(Fault{"source", 0}, Fault{"source", 1}, Fault{"source", 77},
                                         Fault{"source", 199}, Fault{"work", 0}, Fault{"work", 1},
                                         Fault{"work", 77}, Fault{"work", 199}, Fault{"sink", 0},
                                         Fault{"sink", 1}, Fault{"sink", 77}, Fault{"sink", 199}),
                         [](const auto& fault) {
                           return fault.param.stage + std::to_string(fault.param.at);
                         });

TEST(GraphExecutor, EndsWithOneErrorWhenEveryItemFaults) {
  const Watchdog watchdog(60s);
  Numbers source(1000);
  const Work work = [](const Item&) -> Record { throw 42; };
  const Sink sink = [](const Item&, const Record&) { FAIL() << "nothing can be delivered"; };
  try {
    run_graph({.source = source, .work = work, .sink = sink});
    FAIL() << "the fault was lost";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "0: the work stage failed for an unknown reason");
  }
}

TEST(Executors, LetAnErrorThatIsNotTheItemsOwnEndTheRun) {
  for (const Executor& run : {Executor(serial), Executor(graph)}) {
    Numbers source(3);
    const Work work = [](const Item&) -> Record { throw Error(Kind::model, "is damaged", "m.ocelli"); };
    try {
      run({.source = source, .work = work, .sink = [](const Item&, const Record&) {}});
      FAIL() << "the error was lost";
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), "m.ocelli: is damaged");
    }
  }
}

TEST(Executors, EndAsStoppedWhereAnItemWasGivenUpForAStop) {
  const Watchdog watchdog(60s);
  const Work give_up_the_fourth = [](const Item& item) -> Record {
    if (number_of(item) == 3) throw Error(Kind::canceled, "stopped while decoding", item.input);
    return {.input = item.input, .warning = "a fault"};
  };
  for (const Executor& run : {Executor(serial), Executor(graph)}) {
    Numbers source(1000);
    std::vector<std::string> delivered;
    const Sink sink = [&](const Item& item, const Record&) { delivered.push_back(item.input); };
    const RunSummary summary = run({.source = source, .work = give_up_the_fourth, .sink = sink});
    EXPECT_THAT(delivered, testing::ElementsAre("0", "1", "2"));
    EXPECT_EQ(summary, (RunSummary{.items = 3, .failed = 0, .warned = 3, .canceled = true}));
    EXPECT_TRUE(source.next()) << "the source was not read to its end";
  }
}

TEST(Executors, DrainWhenTheyAreStopped) {
  const Watchdog watchdog(60s);
  using Stoppable = RunSummary (*)(const Stages&, std::stop_token);
  const Stoppable stoppable_graph = [](const Stages& stages, std::stop_token stop) {
    return run_graph(stages, stop, 8);
  };
  for (const Stoppable run : {Stoppable(run_serially), stoppable_graph}) {
    std::stop_source stop;
    Numbers source(1'000'000);
    std::size_t delivered = 0;
    const Sink sink = [&](const Item& item, const Record&) {
      EXPECT_EQ(number_of(item), delivered++);
      if (delivered == 50) stop.request_stop();
    };
    const RunSummary summary = run({.source = source, .work = no_work, .sink = sink}, stop.get_token());
    EXPECT_TRUE(summary.canceled);
    EXPECT_EQ(summary.items, delivered);
    EXPECT_GE(delivered, 50u);
    EXPECT_LE(delivered, 50u + 9u);
  }
}

/// Both executors, each to be stopped.
std::vector<RunSummary (*)(const Stages&, std::stop_token)> stoppable() {
  return {run_serially,
          [](const Stages& stages, std::stop_token stop) { return run_graph(stages, stop, 8); }};
}

TEST(Executors, CutWorkShortWhenTheyAreStopped) {
  const Watchdog watchdog(60s);
  for (const auto run : stoppable()) {
    std::stop_source stop;
    Numbers source(1'000'000);
    std::size_t delivered = 0;
    const Sink sink = [&](const Item& item, const Record&) { EXPECT_EQ(number_of(item), delivered++); };
    const Work work = [&](const Item& item) {
      if (number_of(item) < 5) return no_work(item);
      stop.request_stop();
      while (true) check_canceled();  // it would never be done
    };
    const RunSummary summary = run({.source = source, .work = work, .sink = sink}, stop.get_token());
    EXPECT_TRUE(summary.canceled);
    EXPECT_EQ(summary.failed, 0u);
    EXPECT_EQ(summary.items, delivered);
    EXPECT_LE(delivered, 5u);
  }
}

/// Waits for a second item until a stop is requested, and then gives a part of it.
class WaitingSource final : public Source {
 public:
  std::optional<Item> next() override {
    if (given_++ == 0) return Item{"0", cv::Mat()};
    while (!is_canceled()) std::this_thread::sleep_for(1ms);
    return Item{"a part of one", cv::Mat()};
  }

 private:
  std::size_t given_ = 0;
};

TEST(Executors, StopWhileTheSourceWaits) {
  const Watchdog watchdog(60s);
  for (const auto run : stoppable()) {
    std::stop_source stop;
    WaitingSource source;
    const Sink sink = [&](const Item& item, const Record&) {
      EXPECT_EQ(item.input, "0");
      stop.request_stop();
    };
    const RunSummary summary = run({.source = source, .work = no_work, .sink = sink}, stop.get_token());
    EXPECT_TRUE(summary.canceled);
    EXPECT_EQ(summary.items, 1u);
  }
}

/// Writes records, but of every third item it finds out that there is nothing to write about any more.
struct ForgetfulSink {
  std::string text;

  void take(const Item& item, const Record& record) {
    if (!record.error && number_of(item) % 3 == 0)
      throw Error(Kind::input, "cannot be decoded again", item.input);
    text += to_json_line(record);
  }
};

TEST(Executors, GoOnWhenOnlyTheSinkFindsOutThatAnItemIsAtFault) {
  const Watchdog watchdog(60s);
  for (const Executor& run : {Executor(serial), Executor(graph)}) {
    Numbers source(7);
    ForgetfulSink sink;
    const RunSummary summary =
        run({.source = source, .work = no_work, .sink = [&](const Item& item, const Record& record) {
               sink.take(item, record);
             }});
    EXPECT_EQ(summary, (RunSummary{.items = 7, .failed = 3, .warned = 0, .canceled = false}));
    EXPECT_THAT(sink.text, HasSubstr("{\"input\":\"3\",\"error\":\"cannot be decoded again\"}\n"));
    EXPECT_EQ(std::ranges::count(sink.text, '\n'), 7);
  }
}

TEST(Executors, EndAsStoppedWhenTheSinkIs) {
  const Watchdog watchdog(60s);
  Numbers source(7);
  const Sink sink = [](const Item& item, const Record&) {
    if (number_of(item) == 2) throw Error(Kind::canceled, "stopped while decoding", item.input);
  };
  EXPECT_TRUE(run_graph({.source = source, .work = no_work, .sink = sink}).canceled);
}

}  // namespace
}  // namespace ocelli::internal::executors_test
