#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/class_ground.hpp"
#include "apps/program.hpp"
#include "apps/workplace.hpp"

namespace ocelli::internal::test::output_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// The program under a shell's line in which "$@" stands for it and its arguments.
Finished in_shell(const std::string& line, std::vector<std::string> arguments) {
  std::vector<std::string> command = {"sh", "-c", line, "sh"};
  std::ranges::copy(ocelli_command(std::move(arguments)), std::back_inserter(command));
  return Program(command).finish();
}

TEST(LostOutput, OnTheStandardOutputEndsEveryVerbWithAnError) {
  const Workplace place;
  const std::string blob = place.blob("blob.png");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--help"},
                                                {"--version"},
                                                {"detect", "--help"},
                                                {"info", place.model()},
                                                {"info", "--json", place.model()},
                                                {"detect", "-m", place.model(), blob}}) {
    const Finished lost = in_shell("\"$@\" >/dev/full", words);
    EXPECT_EQ(lost.exit_code, 3) << words[0];
    EXPECT_EQ(lost.error_lines(), 1) << lost.err;
    EXPECT_THAT(lost.err, HasSubstr("standard output: cannot be written: No space left")) << words[0];
    EXPECT_EQ(in_shell("\"$@\" >&-", words).exit_code, 3) << words[0];
  }
}

TEST(LostOutput, OfAnEvaluationIsToldInEitherForm) {
  const ClassGround ground;
  ASSERT_EQ(ocelli(ground.train(ground.table(), "m.ocelli",
                                {"--algorithm", "shareboost", "--features", "linear", "--rounds", "2"}))
                .exit_code,
            0);
  for (const std::vector<std::string>& form : {std::vector<std::string>{}, {"--json"}}) {
    std::vector<std::string> words = {"eval", "classifier", "-m", ground.at("m.ocelli"), ground.table()};
    words.insert(words.end(), form.begin(), form.end());
    const Finished lost = in_shell("\"$@\" >/dev/full", words);
    EXPECT_EQ(lost.exit_code, 3);
    EXPECT_THAT(lost.err, HasSubstr("standard output"));
  }
}

TEST(LostOutput, OfATrainingLogIsToldAndNamesTheLog) {
  const ClassGround ground;
  fs::create_symlink("/dev/full", ground.at("m.ocelli.log.jsonl"));
  const Finished lost = ocelli(ground.train(
      ground.table(), "m.ocelli", {"--algorithm", "shareboost", "--features", "linear", "--rounds", "2"}));
  EXPECT_EQ(lost.exit_code, 3);
  EXPECT_THAT(lost.err, HasSubstr("m.ocelli.log.jsonl: cannot be written: No space left"));
}

TEST(LostOutput, BeyondTheFileSizeLimitIsAnErrorAndLeavesWholeLines) {
  const Workplace place;
  const std::string blob = place.blob("blob.png");
  std::string list;
  for (int i = 0; i < 200; ++i) list += blob + "\n";
  const std::string out = place.at("out.jsonl");
  const Finished stopped = in_shell(
      "ulimit -f 4; \"$@\"", {"detect", "-m", place.model(), "-o", out, "@" + place.file("list.txt", list)});
  EXPECT_EQ(stopped.exit_code, 3);
  EXPECT_THAT(stopped.err, HasSubstr(out + ": cannot be written: File too large"));
  const std::string text = content_of(out);
  EXPECT_TRUE(text.ends_with("}\n"));
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) EXPECT_TRUE(nlohmann::json::accept(line));
}

TEST(LostOutput, ToAReaderThatHasGoneEndsQuietlyAsToolsDo) {
  const Workplace place;
  std::string list;
  const std::string blob = place.blob("blob.png");
  for (int i = 0; i < 20'000; ++i) list += blob + "\n";
  const std::string status = place.at("status");
  const Finished run = in_shell("{ \"$@\"; echo $? >" + status + "; } | head -n 1",
                                {"detect", "-m", place.model(), "@" + place.file("list.txt", list)});
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, HasSubstr("blob.png"));
  EXPECT_EQ(content_of(status), "141\n");
}

TEST(Output, ToStandardOutputByItsNameGoesWhereTheShellSays) {
  const Workplace place;
  const std::string log = place.file("log", "before\n");
  const Finished run = in_shell("\"$@\" >>" + log,
                                {"detect", "-m", place.model(), "-o", "/dev/stdout", place.blob("blob.png")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(content_of(log), testing::StartsWith("before\n{\"input\""));
}

TEST(Output, OfARunThatComesToNothingLeavesTheOldFile) {
  const Workplace place;
  const std::string old = place.file("old.jsonl", "precious\n");
  EXPECT_EQ(ocelli({"detect", "-m", place.at("absent.ocelli"), "-o", old, place.blob("blob.png")}).exit_code,
            3);
  EXPECT_EQ(content_of(old), "precious\n");
}

TEST(Output, ToAReadOnlyFileIsRefusedBeforeTheWork) {
  const Workplace place;
  const std::string old = place.file("old.jsonl", "precious\n");
  fs::permissions(old, fs::perms::owner_read);
  const Finished refused = ocelli({"detect", "-m", place.model(), "-o", old, place.blob("blob.png")});
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_THAT(refused.err, HasSubstr("is not writable"));
  EXPECT_EQ(content_of(old), "precious\n");
}

/// A photo, and ways to name it as an input.
class InputAsOutput : public testing::Test {
 protected:
  void expect_refused(const std::vector<std::string>& inputs, const std::string& output,
                      const std::string& standard_input = "") {
    std::vector<std::string> words = {"detect", "-m", place_.model(), "--format", "jsonl", "-o", output};
    words.insert(words.end(), inputs.begin(), inputs.end());
    const Finished refused = ocelli(words, standard_input);
    EXPECT_EQ(refused.exit_code, 2) << inputs[0];
    EXPECT_EQ(refused.error_lines(), 1) << refused.err;
    EXPECT_THAT(refused.err, HasSubstr("use another output")) << inputs[0];
    EXPECT_EQ(content_of(photo_), before_) << inputs[0];
  }

  Workplace place_;
  std::string folder_ = (fs::create_directory(place_.at("photos")), place_.at("photos"));
  std::string photo_ = place_.blob("photos/p.png");
  std::string before_ = content_of(photo_);
};

TEST_F(InputAsOutput, IsRefusedHoweverItIsNamed) {
  fs::create_symlink(photo_, place_.at("link.png"));
  fs::create_hard_link(photo_, place_.at("hard.png"));
  const std::string list = place_.file("list.txt", place_.blob("other.png") + "\n" + photo_ + "\n");
  expect_refused({photo_}, photo_);
  expect_refused({photo_}, place_.at("photos/../photos/p.png"));
  expect_refused({photo_}, place_.at("link.png"));
  expect_refused({place_.at("link.png")}, photo_);
  expect_refused({place_.at("hard.png")}, photo_);
  expect_refused({folder_}, photo_);
  expect_refused({place_.at("photos/*.png")}, photo_);
  expect_refused({"@" + list}, photo_);
  expect_refused({"-"}, photo_, photo_ + "\n");
}

TEST_F(InputAsOutput, IsRefusedForTheModelAndTheListToo) {
  const std::string list = place_.file("list.txt", photo_ + "\n"), model = content_of(place_.model());
  expect_refused({"@" + list}, list);
  expect_refused({photo_}, place_.model());
  EXPECT_EQ(content_of(list), photo_ + "\n");
  EXPECT_EQ(content_of(place_.model()), model);
}

TEST_F(InputAsOutput, IsRefusedWhereADrawingWouldTakeItsPlace) {
  const std::string drawn = place_.blob("photos/p-found.png"), before = content_of(drawn);
  const Finished refused = ocelli({"detect", "-m", place_.model(), "--draw", folder_, folder_});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr(drawn));
  EXPECT_EQ(content_of(drawn), before);
}

TEST_F(InputAsOutput, IsNotWhatMerelyLiesBesideThem) {
  const std::string beside = place_.file("photos/out.jsonl", "older results\n");
  for (int run = 0; run < 2; ++run) {
    const Finished fine = ocelli({"detect", "-m", place_.model(), "-o", beside, folder_});
    EXPECT_EQ(fine.exit_code, 0) << fine.err;
  }
  EXPECT_THAT(content_of(beside), HasSubstr("p.png"));
}

TEST(InputAsOutputOfATraining, IsRefused) {
  const ClassGround ground;
  const std::string table = ground.table(), before = content_of(table);
  fs::create_symlink(table, ground.at("same.ocelli"));
  const Finished same = ocelli({"train", "classifier", "--algorithm", "shareboost", "--features", "linear",
                                table, "-o", ground.at("same.ocelli")});
  EXPECT_EQ(same.exit_code, 2);
  EXPECT_THAT(same.err, HasSubstr("use another output"));
  EXPECT_EQ(content_of(table), before);

  fs::create_symlink(table, ground.at("m.log.jsonl"));
  EXPECT_EQ(ocelli({"train", "classifier", "--algorithm", "shareboost", "--features", "linear", table, "-o",
                    ground.at("m")})
                .exit_code,
            2);
  EXPECT_EQ(content_of(table), before);
}

TEST(InputAsOutputOfAnEvaluation, IsRefused) {
  const ClassGround ground;
  const std::string table = ground.table(), before = content_of(table);
  ASSERT_EQ(ocelli(ground.train(table, "m.ocelli",
                                {"--algorithm", "shareboost", "--features", "linear", "--rounds", "2"}))
                .exit_code,
            0);
  EXPECT_EQ(ocelli({"eval", "classifier", "-m", ground.at("m.ocelli"), "--reject", table, table}).exit_code,
            2);
  EXPECT_EQ(content_of(table), before);
}

}  // namespace
}  // namespace ocelli::internal::test::output_test
