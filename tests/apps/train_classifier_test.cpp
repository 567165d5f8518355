#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "apps/class_ground.hpp"
#include "apps/program.hpp"
#include "ocelli/recognition/classifier_model.hpp"

namespace ocelli::internal::test::train_classifier_test {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;

const std::vector<std::string> kLinear = {"--algorithm", "shareboost", "--features",
                                          "linear",      "--rounds",   "5"};

TEST(TrainClassifier, LearnsATableAndKeepsOnlyItsModelAndLog) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.table(), "table.ocelli", kLinear));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("600 samples of 3 classes"));
  EXPECT_LT(ground.error("table.ocelli", ground.table()), 0.15);
  EXPECT_FALSE(std::filesystem::exists(ground.at("table.ocelli.checkpoint")));

  const ClassifierModel model = load_classifier(ground.at("table.ocelli"));
  EXPECT_THAT(model.classifier.classes(), testing::ElementsAre("a", "b", "c"));
  EXPECT_EQ(model.card.data.at(0).images, 600u);
}

TEST(TrainClassifier, LearnsFoldersOfImagesByPatchesAndTunesThem) {
  const ClassGround ground;
  const std::string bars = ground.images();
  const std::vector<std::string> patches = {"--algorithm", "shareboost", "--templates",
                                            "5:12",        "--rounds",   "8"};
  const Finished run = ocelli(ground.train(bars, "bars.ocelli", patches));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_LT(ground.error("bars.ocelli", bars), 0.05);

  std::vector<std::string> tuned = patches;
  tuned.insert(tuned.end(), {"--rounds", "4", "--augmentation", "1", "--tune-epochs", "20"});
  tuned.erase(tuned.begin() + 4, tuned.begin() + 6);
  const Finished tuning = ocelli(ground.train(bars, "tuned.ocelli", tuned));
  ASSERT_EQ(tuning.exit_code, 0) << tuning.err;
  EXPECT_LT(ground.error("tuned.ocelli", bars), 0.05);
}

TEST(TrainClassifier, LearnsEveryKindOfFeatures) {
  const ClassGround ground;
  for (const std::string kind : {"linear", "products", "stumps", "balls", "gaussians"}) {
    const Finished run =
        ocelli(ground.train(ground.table(), kind + ".ocelli",
                            {"--algorithm", "shareboost", "--features", kind, "--rounds", "6"}));
    ASSERT_EQ(run.exit_code, 0) << kind << run.err;
    EXPECT_LT(ground.error(kind + ".ocelli", ground.table()), 0.5) << kind;
  }
}

TEST(TrainClassifier, WritesTheSameModelForAnyNumberOfThreads) {
  const ClassGround ground;
  const std::string bars = ground.images(20);
  for (const std::string threads : {"1", "2"}) {
    const Finished run = ocelli(
        ground.train(bars, "bars" + threads,
                     {"--algorithm", "shareboost", "--threads", threads, "--templates", "5:8", "--rounds",
                      "5", "--augmentation", "2", "--validation", "0.2", "--tune-epochs", "2"}));
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  EXPECT_EQ(content_of(ground.at("bars1")), content_of(ground.at("bars2")));
}

TEST(TrainClassifier, KilledAnywhereResumesToTheSameModel) {
  const ClassGround ground;
  expect_killed_resumes_to_the_same(ground, ground.table("table.csv", 20'000),
                                    {"--algorithm", "shareboost", "--features", "stumps", "--rounds", "60"});
}

TEST(TrainClassifier, StoppedByCtrlCKeepsACheckpointThatOtherOptionsRefuse) {
  const ClassGround ground;
  const std::string table = ground.table("table.csv", 20'000);
  Program program(ocelli_command(
      ground.train(table, "m", {"--algorithm", "shareboost", "--features", "stumps", "--rounds", "2000"})));
  while (!std::filesystem::exists(ground.at("m.checkpoint"))) std::this_thread::sleep_for(1ms);
  program.send(SIGINT);
  const Finished run = program.finish();
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_TRUE(std::filesystem::exists(ground.at("m.checkpoint")));

  const Finished other = ocelli(ground.train(
      table, "m", {"--algorithm", "shareboost", "--features", "linear", "--rounds", "5", "--resume"}));
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_THAT(other.err, HasSubstr("different samples or options"));
}

TEST(TrainClassifier, LogsEveryRoundAndStopsWhenOutOfPatience) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.table(), "m",
                                           {"--algorithm", "shareboost", "--features", "stumps", "--rounds",
                                            "300", "--validation", "0.3", "--patience", "5"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  std::istringstream log(content_of(ground.at("m.log.jsonl")));
  std::size_t rounds = 0;
  for (std::string line; std::getline(log, line); ++rounds) {
    const auto event = nlohmann::json::parse(line);
    EXPECT_EQ(event["round"], rounds + 1);
    EXPECT_TRUE(event.contains("validation_errors"));
  }
  EXPECT_GT(rounds, 5u);
  EXPECT_LT(rounds, 300u);
}

TEST(TrainClassifier, LeavesOutTheRaggedLineOfATableAndNamesIt) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.file("bad.csv", "1,2,a\n3,4,b\n5,b\n"), "m", kLinear));
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr("bad.csv:3: has 2 columns, but the table has 3"));
  EXPECT_THAT(run.err, HasSubstr("Left out: 1 row that cannot be read."));
}

TEST(TrainClassifier, EndsWithFiveLines) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(
      ground.table(), "m",
      {"--algorithm", "shareboost", "--features", "linear", "--rounds", "5", "--validation", "0.2"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err,
              ContainsRegex("Chosen: .*\n"
                            "Error: [0-9.]+ %, [0-9]+ of 120 held-out samples \\(95 % interval [0-9.]+ to "
                            "[0-9.]+ %\\); always the most frequent class: 66.7 %.\n"
                            "Left out: nothing.\n"
                            "Look at: ocelli info .*\n"
                            "Use: ocelli classify -m .*m NEW.csv\n"));
}

TEST(TrainClassifier, TakesATableFromAPipe) {
  const ClassGround ground;
  const std::string text = content_of(ground.table());
  const Finished run = ocelli(ground.train("-", "m", kLinear), text);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Finished labels = ocelli({"classify", "-m", ground.at("m"), "-"}, "1,2,3,4,5,6\n1,2\n6,5,4,3,2,1\n");
  EXPECT_EQ(labels.exit_code, 1) << labels.err;
  EXPECT_THAT(labels.out, ContainsRegex("\"input\":\"-#0\",\"label\""));
  EXPECT_THAT(labels.out, HasSubstr("\"input\":\"-#1\",\"error\":"));
  EXPECT_THAT(labels.out, ContainsRegex("\"input\":\"-#2\",\"label\""));
}

TEST(TrainClassifier, HasProbabilitiesBesideAClassOfOneRow) {
  const ClassGround ground;
  const std::string table =
      ground.file("rare.csv", content_of(ground.table("t.csv", 200)) + "0,0,0,9,9,9,rare\n");
  const Finished run = ocelli(ground.train(table, "m", {"--time", "1"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_GT(load_classifier(ground.at("m")).classifier.temperature(), 0);
  EXPECT_THAT(run.err, HasSubstr("1 of 4 classes have fewer than 10 samples, such as 'rare' with 1"));
}

TEST(TrainClassifier, LearnsOnePartOfADataSetAndIsMeasuredOnTheOther) {
  const ClassGround ground;
  ground.images(20);
  std::filesystem::create_directories(ground.at("set"));
  std::filesystem::rename(ground.at("bars"), ground.at("set/train"));
  ground.images(10);
  std::filesystem::rename(ground.at("bars"), ground.at("set/val"));
  const Finished run = ocelli(ground.train(
      ground.at("set"), "m", {"--algorithm", "shareboost", "--templates", "5:8", "--rounds", "8"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("60 samples of 3 classes"));
  EXPECT_THAT(run.err, HasSubstr(" of 30 images of " + ground.at("set/val")));
}

TEST(TrainClassifier, NamesAnEmptyClass) {
  const ClassGround ground;
  ground.images(3);
  std::filesystem::create_directories(ground.at("bars/ring"));
  const Finished run = ocelli(ground.train(
      ground.at("bars"), "m", {"--algorithm", "shareboost", "--templates", "5:2", "--rounds", "2"}));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("Folders without images are not classes: ring."));
}

std::set<std::string> listed_options(const std::string& model) {
  std::set<std::string> names;
  for (const auto& [name, value] : load_classifier(model).card.options) names.insert(name);
  return names;
}

TEST(TrainClassifier, ChoosesFeaturesByTheKindOfData) {
  const ClassGround ground;
  const Finished table = ocelli(ground.train(ground.table(), "table.ocelli"));
  ASSERT_EQ(table.exit_code, 0) << table.err;
  EXPECT_THAT(table.err,
              ContainsRegex("(AdaBoost.MH by trees of|ShareBoost by) .*, which did best on held-out "
                            "samples"));
  EXPECT_LT(ground.error("table.ocelli", ground.table()), 0.15);
  EXPECT_TRUE(listed_options(ground.at("table.ocelli")).contains("rounds"));

  const Finished images =
      ocelli(ground.train(ground.images(10), "bars.ocelli",
                          {"--algorithm", "shareboost", "--templates", "5:8", "--rounds", "4"}));
  ASSERT_EQ(images.exit_code, 0) << images.err;
  EXPECT_THAT(images.err, HasSubstr("ShareBoost by templates"));
}

TEST(TrainClassifier, ListsOnlyTheOptionsThatHadASay) {
  const ClassGround ground;
  ASSERT_EQ(ocelli(ground.train(ground.table(), "table.ocelli",
                                {"--algorithm", "shareboost", "--features", "stumps", "--rounds", "5"}))
                .exit_code,
            0);
  EXPECT_THAT(listed_options(ground.at("table.ocelli")),
              ElementsAre("algorithm", "features", "frobenius", "growth", "header", "ignore-columns",
                          "label-column", "max-steps", "missing", "mixed-norm", "rounds", "rule", "seed",
                          "separator", "sharpness", "tolerance", "validation"));
  ASSERT_EQ(ocelli(ground.train(ground.images(10), "bars.ocelli",
                                {"--algorithm", "shareboost", "--templates", "5:8", "--rounds", "4",
                                 "--augmentation", "1"}))
                .exit_code,
            0);
  const std::set<std::string> images = listed_options(ground.at("bars.ocelli"));
  for (const char* option : {"elastic-sigma", "augmentation", "templates", "mask-grid", "width"})
    EXPECT_TRUE(images.contains(option)) << option;
  for (const char* option : {"missing", "centers", "tune-batch", "patience", "shortlist"})
    EXPECT_FALSE(images.contains(option)) << option;
}

/// A table with all that spreadsheets and other people put into tables: a class for each of two flowers.
std::string untidy_table(const ClassGround& ground) {
  Random random(7);
  std::string text = "\xEF\xBB\xBFkind;name;width;\"height; cm\"\r\n";
  for (int i = 0; i < 80; ++i) {
    const bool rose = i % 2 == 0;
    const auto cell = [&](double middle) {
      std::string number = std::to_string(middle + random.normal());
      number[number.find('.')] = ',';
      return random.below(10) == 0 ? std::string("NA") : number;
    };
    text += (rose ? "rose;\"R. \"\"x\"\"\";" : "lily;L;") + cell(rose ? 5 : 0) + ";" + cell(rose ? 0 : 5) +
            "\r\n";
  }
  return ground.file("untidy.csv", text);
}

TEST(TrainClassifier, LearnsAnUntidyTableAndReadsOthersAlike) {
  const ClassGround ground;
  const std::string table = untidy_table(ground);
  const Finished run =
      ocelli(ground.train(table, "m", {"--label-column", "kind", "--ignore-columns", "name"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err,
              HasSubstr("untidy.csv is read with a header, semicolons between cells, the label in column 1 "
                        "'kind'"));
  EXPECT_THAT(run.err, HasSubstr("missing values are replaced by the median"));
  EXPECT_LT(ground.error("m", table), 0.1);

  const std::string bare = ground.file("bare.csv", "\"height; cm\",width\n?,9\n9,?\n");
  const Finished labels = ocelli({"classify", "-m", ground.at("m"), "--format", "csv", bare});
  ASSERT_EQ(labels.exit_code, 0) << labels.err;
  EXPECT_THAT(labels.out, ContainsRegex("bare.csv#0,rose,.*\n.*bare.csv#1,lily,"));

  const Finished other =
      ocelli({"classify", "-m", ground.at("m"), ground.file("o.csv", "width,depth\n1,2\n")});
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_THAT(other.err, HasSubstr("o.csv:1: has no column 'height; cm', which the model was trained on"));
  const nlohmann::json info = nlohmann::json::parse(ocelli({"info", "--json", ground.at("m")}).out);
  EXPECT_EQ(info["table"]["inputs"],
            nlohmann::json::array({"width", "width is missing", "height; cm", "height; cm is missing"}));
}

TEST(TrainClassifier, LearnsFromWhatIsMissing) {
  const ClassGround ground;
  std::string rows = "dose,age,group\n";
  for (int i = 0; i < 60; ++i)
    rows += (i % 2 == 0 ? "" : std::to_string(i % 7)) + ',' + std::to_string(20 + i) + ',' +
            (i % 2 == 0 ? "control" : "treated") + '\n';
  const std::string table = ground.file("doses.csv", rows);
  const Finished run = ocelli(ground.train(table, "m"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("30 missing values are replaced by the median of the column, and marked"));
  EXPECT_EQ(ground.error("m", table), 0);

  const Finished rises =
      ocelli({"eval", "classifier", "-m", ground.at("m"), "--importance", "3", "--json", "--importance-chart",
              ground.at("rises.svg"), "--reliability-chart", ground.at("reliability.svg"), table});
  ASSERT_EQ(rises.exit_code, 0) << rises.err;
  const nlohmann::json figures = nlohmann::json::parse(rises.out);
  EXPECT_EQ(figures["importance"][0]["column"], "dose");
  EXPECT_GT(figures["importance"][0]["error_rise"], 0.3);
  EXPECT_LT(figures["calibration_error"], 0.5);
  EXPECT_THAT(content_of(ground.at("rises.svg")), HasSubstr(">dose<"));
  EXPECT_THAT(content_of(ground.at("reliability.svg")), HasSubstr("Answers correct"));
}

TEST(TrainClassifier, KeepsWhatItWasToldOfATableForOthers) {
  const ClassGround ground;
  std::string text = "x;y,Ann,?,a\n";
  for (int i = 0; i < 60; ++i) text += "-,Bob," + std::to_string(i % 3) + "," + "abc"[i % 3] + "\n";
  const std::string table = ground.file("people.csv", text);
  const std::vector<std::string> told = {"--separator", "comma", "--header", "no", "--ignore-columns", "1,2"};
  const Finished run = ocelli(ground.train(table, "m", told));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_LT(ground.error("m", table), 0.1);
  const Finished labels = ocelli({"classify", "-m", ground.at("m"), table});
  EXPECT_EQ(labels.exit_code, 0) << labels.err;
  EXPECT_EQ(std::count(labels.out.begin(), labels.out.end(), '\n'), 61);

  const Finished other = ocelli({"classify", "-m", ground.at("m"), "--separator", "tab", table});
  EXPECT_EQ(other.exit_code, 3) << "what is told now counts";
  EXPECT_THAT(other.err,
              HasSubstr("has no value that the model knows, but text such as 'x;y,Ann,?,a' in line 1"));
  EXPECT_EQ(ocelli({"classify", "-m", ground.at("m"), "--header", "maybe", table}).exit_code, 2);
  const nlohmann::json info = nlohmann::json::parse(ocelli({"info", "--json", ground.at("m")}).out);
  EXPECT_EQ(info["table"]["separator"], "comma");
  EXPECT_EQ(info["table"]["header"], "no");
}

TEST(TrainClassifier, LearnsColumnsOfText) {
  const ClassGround ground;
  std::string text = "color,size,kind\n";
  for (int i = 0; i < 60; ++i)
    text += std::string(i % 3 == 0   ? "red"
                        : i % 3 == 1 ? "\"dark, blue\""
                                     : "") +
            "," + std::to_string(i % 4) + "," + "abc"[i % 3] + "\n";
  const std::string table = ground.file("colors.csv", text);
  const Finished run = ocelli(ground.train(table, "m", {"--time", "2"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("Text is read as categories: column 1 'color' (2)."));
  EXPECT_EQ(ground.error("m", table), 0);

  const nlohmann::json info = nlohmann::json::parse(ocelli({"info", "--json", ground.at("m")}).out);
  EXPECT_EQ(info["table"]["inputs"], nlohmann::json::array({"color=dark, blue", "color=red", "size"}));

  EXPECT_GT(info["importance"]["color"], 0.9) << "of all its categories";
  EXPECT_THAT(ocelli({"info", ground.at("m")}).out, ContainsRegex("importance\n  color +[01]"));

  const std::string other = ground.file("other.csv", "size,color\n1,red\n2,mauve\n");
  const Finished labels = ocelli({"classify", "-m", ground.at("m"), "--format", "csv", other});
  ASSERT_EQ(labels.exit_code, 0) << labels.err;
  EXPECT_THAT(labels.out, ContainsRegex("other.csv#0,a,.*\n.*other.csv#1,c,"));
  EXPECT_THAT(labels.err,
              HasSubstr("text outside the model's categories or among numbers in 1 cell, such as 'mauve' in "
                        "line 3"));
}

TEST(TrainClassifier, TellsWhichOfManyColumnsMatter) {
  const ClassGround ground;
  std::string text;
  for (int i = 0; i < 120; ++i) {
    for (int column = 0; column < 30; ++column)
      text += std::to_string((i * 7 + column * column * 13) % 31) + ",";
    text += i * 7 % 31 < 15 ? "low\n" : "high\n";
  }
  const std::string table = ground.file("wide.csv", text);
  ASSERT_EQ(ocelli(ground.train(table, "m", {"--algorithm", "trees", "--rounds", "40"})).exit_code, 0);
  const nlohmann::json info = nlohmann::json::parse(ocelli({"info", "--json", ground.at("m")}).out);
  ASSERT_GT(info["importance"].size(), 21u);
  double sum = 0;
  for (const auto& [column, share] : info["importance"].items()) sum += share.get<double>();
  EXPECT_NEAR(sum, 1, 0.01);
  EXPECT_THAT(ocelli({"info", ground.at("m")}).out, ContainsRegex(" more columns\\) +0\\."));
}

TEST(TrainClassifier, NamesTheFileOfSamplesThatCannotBeLearned) {
  const ClassGround ground;
  const std::string one = ground.file("one.csv", "1,a\n2,a\n"),
                    constant =
                        ground.file("constant.csv", "1,a\n1,b\n1,a\n1,b\n1,a\n1,b\n1,a\n1,b\n1,a\n1,b\n");
  const std::string uneven = ground.file("uneven.csv", "1,a\n1,b\n1,a\n1,b\n1,a\n1,b\n1,a\n1,b\n1,a\n");
  for (const std::string& table : {one, constant, uneven}) {
    const Finished run = ocelli(ground.train(table, "m"));
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_THAT(run.err, HasSubstr(table + ": ")) << table;
    EXPECT_FALSE(std::filesystem::exists(ground.at("m")));
    EXPECT_FALSE(std::filesystem::exists(ground.at("m.log.jsonl"))) << "an empty log tells nothing";
  }
}

TEST(TrainClassifier, SaysWhenImagesAreNotOfOneSize) {
  const ClassGround ground;
  const std::string bars = ground.images(10);
  cv::imwrite(ground.at("bars/none/wide.png"), cv::Mat(10, 40, CV_8UC1, cv::Scalar(7)));
  const Finished run =
      ocelli(ground.train(bars, "m", {"--algorithm", "shareboost", "--templates", "5:8", "--rounds", "3"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("1 of 31 images differ in size from 12 x 12 pixels, the median"));
}

class WrongClassifierOption : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(WrongClassifierOption, IsRefusedByName) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.table("table.csv", 30), "m", GetParam()));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.error_lines(), 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr(GetParam()[0]));
}

INSTANTIATE_TEST_SUITE_P(
    Each, WrongClassifierOption,
    testing::Values(std::vector<std::string>{"--algorithm", "magic"},
                    std::vector<std::string>{"--features", "eyes", "--algorithm", "shareboost"},
                    std::vector<std::string>{"--templates", "7", "--algorithm", "shareboost"},
                    std::vector<std::string>{"--separator", "|"}, std::vector<std::string>{"--header", "2"},
                    std::vector<std::string>{"--missing", "mean"},
                    std::vector<std::string>{"--label-column", "8"},
                    std::vector<std::string>{"--ignore-columns", "age"},
                    std::vector<std::string>{"--rounds", "100001", "--algorithm", "shareboost"},
                    std::vector<std::string>{"--validation", "1", "--algorithm", "shareboost"},
                    std::vector<std::string>{"--patience", "3", "--algorithm", "shareboost"},
                    std::vector<std::string>{"--frobenius", "-1", "--algorithm", "shareboost"},
                    std::vector<std::string>{"--tune-epochs", "2", "--features", "linear", "--algorithm",
                                             "shareboost"},
                    std::vector<std::string>{"--width", "28"}, std::vector<std::string>{"--tilt", "91"},
                    std::vector<std::string>{"--tilt", "-1"}, std::vector<std::string>{"--wavelets", "5"},
                    std::vector<std::string>{"--rounds", "5"}, std::vector<std::string>{"--nonsense", "1"}));

}  // namespace
}  // namespace ocelli::internal::test::train_classifier_test
