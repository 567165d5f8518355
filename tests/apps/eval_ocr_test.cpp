#include <gmock/gmock.h>

#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/program.hpp"
#include "apps/reading_place.hpp"

namespace ocelli::internal::test::eval_ocr_test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class EvalOcr : public testing::Test {
 protected:
  /// A page whose truth is what is read on it but for its first letter, an "o" that the truth says is an "x",
  /// and a blank page that is one word in truth.
  EvalOcr() {
    const std::string page = place_.page("set/a.png");
    read_ = ocelli({"ocr", "-m", place_.model(), page}).out;
    std::string truth = read_;
    truth.at(truth.find('o')) = 'x';
    place_.file("set/a.gt.txt", truth);
    place_.blank("set/b.png");
    place_.file("set/b.gt.txt", "word\n");
  }

  Finished eval(std::vector<std::string> words) const {
    words.insert(words.begin(), {"eval", "ocr", "-m", place_.model()});
    return ocelli(words);
  }

  json figures(std::vector<std::string> words, int exit_code = 0) const {
    words.insert(words.begin(), "--json");
    const Finished run = eval(words);
    EXPECT_EQ(run.exit_code, exit_code) << run.err;
    return json::parse(run.out);
  }

  std::string set() const { return place_.at("set"); }

  ReadingPlace place_;
  std::string read_;
};

TEST_F(EvalOcr, ReadsTheZonesBesideThePages) {
  place_.file("set/a.uzn", "0 90 900 50 Text\n");
  place_.file("set/a.gt.txt", "IoI oo Ioo\n");
  place_.file("set/b.uzn", "0 0 200 300 Text\n");
  EXPECT_DOUBLE_EQ(figures({"--zones", set()})["error"], 4.0 / 14)
      << "only the word of the blank page is wrong";
  EXPECT_EQ(eval({"--zones", "--others", "tesseract", set()}).exit_code, 2);
  std::filesystem::remove(place_.at("set/b.uzn"));
  EXPECT_EQ(figures({"--zones", set()}, 1)["failed"], 1);
}

TEST_F(EvalOcr, SumsErrorsOverPagesAndListsTheWorstFirst) {
  const json found = figures({set()});
  EXPECT_EQ(found["pages"], 2);
  EXPECT_EQ(found["failed"], 0);
  const double length = found["characters"];
  EXPECT_DOUBLE_EQ(found["error"], 5 / length) << "one letter of the first page, four of the second";
  ASSERT_EQ(found["worst"].size(), 2u);
  EXPECT_EQ(found["worst"][0]["input"], place_.at("set/b.png"));
  EXPECT_EQ(found["worst"][0]["error"], 1.0);
  EXPECT_EQ(found["worst"][1]["edits"], 1);
  EXPECT_DOUBLE_EQ(found["median_error"], (1.0 + found["worst"][1]["error"].get<double>()) / 2);
  EXPECT_THAT(found["confusions"].dump(), HasSubstr(R"({"count":1,"read":"o","truth":"x"})"));
  EXPECT_GT(found["cpu_seconds_a_page"], 0);
}

TEST_F(EvalOcr, TakesEveryOtherFile) {
  EXPECT_EQ(figures({"--half", "even", set()})["worst"][0]["input"], place_.at("set/a.png"));
  EXPECT_EQ(figures({"--half", "odd", set()})["worst"][0]["input"], place_.at("set/b.png"));
}

TEST_F(EvalOcr, FoldsCaseWhereAsked) {
  std::string upper = read_;
  std::ranges::replace(upper, 'o', 'O');
  place_.file("set/a.gt.txt", upper);
  EXPECT_GT(figures({"--half", "even", set()})["error"], 0);
  EXPECT_EQ(figures({"--half", "even", "--fold-case", set()})["error"], 0);
}

TEST_F(EvalOcr, SaysWhatIsMissingOrUnreadableAndGoesOn) {
  place_.page("set/c.png");
  place_.file("set/d.gt.txt", "no image");
  place_.file("set/e.png", "not an image");
  place_.file("set/e.gt.txt", "lost");
  place_.page("set/f.png");
  place_.file("set/f.gt.txt", "M\xFCller");
  const json found = figures({set()}, 1);
  EXPECT_EQ(found["pages"], 3);
  EXPECT_EQ(found["failed"], 1);
  EXPECT_EQ(found["left_out"], 3);
  const std::string said = eval({set()}).err;
  EXPECT_THAT(said, AllOf(HasSubstr("c.png: has no ground truth"), HasSubstr("d.gt.txt: has no image"),
                          HasSubstr("e.png: is not an image"), HasSubstr("f.gt.txt: is not UTF-8 text")));
}

TEST_F(EvalOcr, PrintsATableWithTheWorstPagesAndTheConfusions) {
  const Finished run = eval({set()});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("characters wrong  median page  words wrong"), HasSubstr("100.00 %"),
                             HasSubstr("b.png"), HasSubstr("'x'  'o'")));
  EXPECT_THAT(eval({"--worst", "0", "--confusions", "0", set()}).out, Not(HasSubstr("b.png")));
}

TEST_F(EvalOcr, LeavesOutOthersThatAreNotInstalledLoudly) {
  const std::string nowhere = place_.at("set");
  const Finished run = Program({"env", "PATH=" + nowhere, OCELLI_PROGRAM, "eval", "ocr", "-m", place_.model(),
                                "--others", "gocr", set()})
                           .finish();
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("gocr is not installed"));
}

TEST_F(EvalOcr, MeasuresOthersAsProcesses) {
  const std::string program = place_.file("bin/gocr", "#!/bin/sh\necho word\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const Finished run =
      Program({"env", "PATH=" + place_.at("bin") + ":/usr/bin:/bin", OCELLI_PROGRAM, "eval", "ocr", "--json",
               "-m", place_.model(), "--others", "gocr", "--half", "odd", set()})
          .finish();
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const json other = json::parse(run.out)["others"]["gocr"];
  EXPECT_EQ(other["pages"], 1);
  EXPECT_EQ(other["error"], 0.0);
}

TEST_F(EvalOcr, RefusesAChartThatCannotBeWrittenBeforeItReads) {
  const Finished run = eval({"--reliability-chart", place_.at("gone/chart.svg"), set()});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.error_lines(), 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr("chart.svg"));
}

TEST_F(EvalOcr, NamesAFolderThatIsNone) {
  const Finished run = eval({place_.at("gone")});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("gone: is not a folder"));
}

TEST_F(EvalOcr, ComparesConfidencesWithWhatIsRight) {
  const json found = figures({"--reliability-chart", place_.at("chart.svg"), set()});
  std::size_t words = 0;
  double right = 0;
  for (const json& bin : found["reliability"]) {
    words += bin["words"].get<std::size_t>();
    right += bin["right"].get<double>() * bin["words"].get<double>();
  }
  std::istringstream read(read_);
  const auto count = static_cast<std::size_t>(std::distance(std::istream_iterator<std::string>(read), {}));
  EXPECT_EQ(words, count);
  EXPECT_NEAR(right, static_cast<double>(count) - 1, 1e-9)
      << "all but the one whose letter the truth has otherwise";
  EXPECT_GE(found["calibration_error"], 0);
  EXPECT_THAT(content_of(place_.at("chart.svg")), HasSubstr("<svg"));
  EXPECT_THAT(eval({set()}).out, HasSubstr("confidence   correct     words"));
}

}  // namespace
}  // namespace ocelli::internal::test::eval_ocr_test
