#include <gmock/gmock.h>

#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/program.hpp"
#include "apps/workplace.hpp"

namespace ocelli::internal::test::inputs_test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Inputs : public testing::Test {
 protected:
  /// The program with `source` coming through a pipe, which has no size and cannot be read twice.
  Finished piped(const std::string& source, const std::vector<std::string>& arguments) {
    std::vector<std::string> command = {"sh", "-c", "file=$1; shift; cat \"$file\" | \"$@\"", "sh", source};
    std::ranges::copy(ocelli_command(arguments), std::back_inserter(command));
    return Program(command).finish();
  }

  static std::vector<json> records(const Finished& run) {
    std::vector<json> all;
    std::istringstream stream(run.out);
    for (std::string line; std::getline(stream, line);) all.push_back(json::parse(line));
    return all;
  }

  std::vector<std::string> detect(const std::string& input) {
    return {"detect", "-m", place_.model(), input};
  }

  Workplace place_;
};

TEST_F(Inputs, AnImageComesThroughAPipeByTheNameOfTheStandardInput) {
  const std::string blob = place_.blob("blob.png");
  const Finished run = piped(blob, detect("/dev/stdin"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  ASSERT_EQ(records(run).size(), 1u);
  json expected = records(ocelli(detect(blob)))[0];
  expected["input"] = "/dev/stdin";
  EXPECT_EQ(records(run)[0], expected);
  EXPECT_EQ(ocelli(detect("/dev/stdin"), content_of(blob)).out, run.out) << "a file given by < is the same";
}

TEST_F(Inputs, AListOrAVideoComesThroughAPipeToo) {
  const std::string blob = place_.blob("blob.png");
  const Finished list = piped(place_.file("list", blob + "\n" + blob + "\n"), detect("/dev/stdin"));
  ASSERT_EQ(records(list).size(), 2u) << list.err;
  EXPECT_EQ(records(list)[1]["input"], blob);

  const Finished video = piped(place_.clip("clip.avi", 3), detect("/dev/fd/0"));
  ASSERT_EQ(records(video).size(), 3u) << video.err;
  EXPECT_EQ(records(video)[2]["input"], "/dev/fd/0#2");
}

TEST_F(Inputs, NothingOrNonsenseThroughAPipeIsOneErrorNamingIt) {
  for (const std::string& content :
       {std::string(), std::string("\x01\x02\x03\0nonsense", 12), std::string("GIF89a and so on")}) {
    const Finished run = piped(place_.file("content", content), detect("/dev/stdin"));
    EXPECT_EQ(run.exit_code, 1) << run.err;
    EXPECT_EQ(run.error_lines(), 1);
    EXPECT_THAT(run.err, HasSubstr("/dev/stdin: "));
    EXPECT_THAT(run.err, testing::Not(HasSubstr("/proc/")));
  }
}

TEST_F(Inputs, AnImageWhereAListIsExpectedIsToldWithoutPrintingItsBytes) {
  for (const std::string name : {"blob.png", "blob.jpg"}) {
    const Finished run = piped(place_.blob(name), detect("-"));
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_THAT(run.err, testing::AllOf(HasSubstr("list of inputs"), HasSubstr("/dev/stdin")));
    EXPECT_EQ(run.out, "");
  }
}

TEST_F(Inputs, AListThatCannotBeReadIsAnError) {
  for (const std::string& redirection : {"<" + place_.at(""), std::string("<&-")}) {
    std::vector<std::string> command = {"sh", "-c", "\"$@\" " + redirection, "sh"};
    std::ranges::copy(ocelli_command(detect("-")), std::back_inserter(command));
    const Finished run = Program(command).finish();
    EXPECT_EQ(run.exit_code, 3) << redirection;
    EXPECT_THAT(run.err, HasSubstr("standard input: cannot be read: ")) << redirection;
    EXPECT_EQ(run.error_lines(), 1) << run.err;
  }
}

TEST_F(Inputs, AnAddressWithoutAVideoIsAnErrorThatSaysSo) {
  const Finished run = ocelli(detect("http://127.0.0.1:9/clip.mp4"));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.error_lines(), 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr("http://127.0.0.1:9/clip.mp4: no video is available at this address"));
}

TEST_F(Inputs, ADrawnVideoIsAVideo) {
  const std::string clip = place_.clip("clip.avi", 6);
  const Finished run = ocelli({"detect", "-m", place_.model(), "--draw", place_.at("drawn"), clip});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  cv::VideoCapture drawn(place_.at("drawn/clip-found.avi"));
  EXPECT_EQ(drawn.get(cv::CAP_PROP_FRAME_COUNT), 6);
  EXPECT_EQ(drawn.get(cv::CAP_PROP_FRAME_WIDTH), 90);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(place_.at("drawn")), {}), 1);
}

}  // namespace
}  // namespace ocelli::internal::test::inputs_test
