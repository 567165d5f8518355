#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/program.hpp"
#include "apps/workplace.hpp"

namespace ocelli::test {
namespace {

using namespace std::chrono_literals;

/// Waits until the program has written something.
void wait_for_output(const std::string& path) {
  while (content_of(path).empty()) std::this_thread::sleep_for(2ms);
}

class Stop : public testing::TestWithParam<int> {};

TEST_P(Stop, LeavesWholeLinesInTheirOrder) {
  const Workplace place;
  const std::string blob = place.blob("blob.png");
  std::string list;
  for (int i = 0; i < 200'000; ++i) list += blob + "\n";
  const std::string out = place.at("out.jsonl");
  Program program(
      ocelli_command({"detect", "-m", place.model(), "-o", out, "@" + place.file("list.txt", list)}));
  wait_for_output(out);
  program.send(GetParam());
  const Finished run = program.finish();
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_EQ(run.err, "");

  const std::string text = content_of(out);
  EXPECT_TRUE(text.ends_with('\n'));
  const auto lines = std::count(text.begin(), text.end(), '\n');
  EXPECT_GT(lines, 0);
  EXPECT_LT(lines, 200'000);
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) EXPECT_EQ(nlohmann::json::parse(line)["input"], blob);
}

INSTANTIATE_TEST_SUITE_P(BySignal, Stop, testing::Values(SIGINT, SIGTERM));

}  // namespace
}  // namespace ocelli::test
