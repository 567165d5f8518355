#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/brightness.hpp"
#include "apps/program.hpp"
#include "apps/workplace.hpp"

namespace ocelli::internal::test::classify_test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::vector<json> parsed_lines(const std::string& text) {
  std::vector<json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
  return lines;
}

TEST(Classify, WritesOneJsonLineAnImageInTheOrderOfTheInputs) {
  const BrightnessPlace place;
  const std::string right = place.image("a.png", true), left = place.image("b.png", false);
  const Finished run = ocelli({"classify", "-m", place.model(), right, left});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out, R"({"input":")" + right +
                         R"(","label":"right","score":6.0,"top":[["right",6.0],["left",0.0]]})" + "\n" +
                         R"({"input":")" + left +
                         R"(","label":"left","score":6.0,"top":[["left",6.0],["right",0.0]]})" + "\n");
}

TEST(Classify, NamesTheItemsOfAnIdxFileAndCountsErrors) {
  const BrightnessPlace place;
  const std::string images = place.idx("images.idx", "lrlr"),
                    labels = place.file("labels.txt", "left\nright\nright\nright\n");
  const Finished run = ocelli({"classify", "-m", place.model(), images, "--labels", labels, "--top", "1"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "ocelli: 1 of 4 wrong: error 25.00 %\n");
  const auto lines = parsed_lines(run.out);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[3]["input"], images + "#3");
  EXPECT_EQ(lines[3]["label"], "right");
  EXPECT_EQ(lines[3]["top"], json::array({json::array({"right", 6.0})}));
}

TEST(Classify, TakesIdxLabels) {
  const BrightnessPlace place;
  const std::string model = place.at("numbers.ocelli");
  const Classifier half = brighter_half();
  save_model(model,
             ClassifierModel{Classifier({half.features(), half.weights(), {"0", "1"}, half.shape()}), {}});
  const Finished run = ocelli({"classify", "-m", model, place.idx("images.idx", "lrr"), "--labels",
                               place.file("labels.idx", idx_labels(std::string("\0\1\0", 3)))});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "ocelli: 1 of 3 wrong: error 33.33 %\n");
}

TEST(Classify, TakesTablesWithAndWithoutLabels) {
  const BrightnessPlace place;
  const Finished bare = ocelli({"classify", "-m", place.model(), place.table("bare.csv", "rl", {})});
  EXPECT_EQ(bare.err, "");
  const Finished labeled =
      ocelli({"classify", "-m", place.model(), place.table("labeled.csv", "rl", {"right", "right"})});
  EXPECT_EQ(labeled.err, "ocelli: 1 of 2 wrong: error 50.00 %\n");
  for (const Finished& run : {bare, labeled}) {
    EXPECT_EQ(run.exit_code, 0);
    const auto lines = parsed_lines(run.out);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_THAT(lines[1]["input"].get<std::string>(), HasSubstr(".csv#1"));
    EXPECT_EQ(lines[0]["label"], "right");
    EXPECT_EQ(lines[1]["label"], "left");
  }
}

TEST(Classify, WritesCsvToAFile) {
  const BrightnessPlace place;
  const std::string image = place.image("a.png", true), bad = place.file("bad.png", "");
  const Finished run = ocelli({"classify", "-m", place.model(), "-o", place.at("out.csv"), image, bad});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, testing::StartsWith("ocelli: " + bad + ": is empty\nocelli: 2 images in "));
  EXPECT_THAT(run.err, testing::EndsWith(" s: 1 failed\n"));
  EXPECT_EQ(content_of(place.at("out.csv")),
            "input,label,score,second,second_score,probability\n" + image + ",right,6,left,0,\n");
}

TEST(Classify, KeepsColumnsOfTheTable) {
  const BrightnessPlace place;
  const std::string table = place.table("t.csv", "rlr", {});
  const auto kept = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"classify", "-m", place.model(), "--format", "csv", "--keep", "1,12", table});
    return ocelli(more);
  };
  EXPECT_EQ(ocelli({"classify", "-m", place.model(), "--keep", "1", table}).exit_code, 2) << "no CSV";
  EXPECT_EQ(
      ocelli({"classify", "-m", place.model(), "--format", "csv", "--keep", "1", place.image("a.png", true)})
          .exit_code,
      2)
      << "no table";
  const std::string header = "1,12,input,label,score,second,second_score,probability\n";
  EXPECT_EQ(kept({}).out, header + "10,250," + table + "#0,right,6,left,0,\n" + "250,10," + table +
                              "#1,left,6,right,0,\n" + "10,250," + table + "#2,right,6,left,0,\n");
  EXPECT_EQ(kept({"--shard", "2/2"}).out, header + "250,10," + table + "#1,left,6,right,0,\n");
  EXPECT_THAT(ocelli({"classify", "-m", place.model(), "--format", "csv", "--keep", "13", table}).err,
              HasSubstr("--keep: no column '13' among the 12"));
}

TEST(Classify, WritesTheSameBytesForAnyNumberOfThreads) {
  const BrightnessPlace place;
  std::vector<std::string> words = {"classify",    "-m",
                                    place.model(), "--threads",
                                    "1",           place.idx("images.idx", std::string(500, 'l') + "rlr")};
  const Finished one = ocelli(words);
  words[4] = "3";
  EXPECT_EQ(ocelli(words).out, one.out);
  EXPECT_EQ(parsed_lines(one.out).size(), 503u);
}

TEST(Classify, GoesOnAfterInputsThatFail) {
  const BrightnessPlace place;
  const std::string good = place.image("good.png", false), text = place.file("text.png", "not an image"),
                    empty = place.at("empty"), cut = place.file("cut.idx", idx_images(2, 3, 4).substr(0, 20));
  std::filesystem::create_directories(empty);
  const Finished run =
      ocelli({"classify", "-m", place.model(), text, empty, cut, place.at("gone.png"), good});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.error_lines(), 5) << "one each and the closing one: " << run.err;
  const auto lines = parsed_lines(run.out);
  ASSERT_EQ(lines.size(), 5u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(lines[i].contains("error")) << lines[i];
  EXPECT_EQ(lines[4]["label"], "left");
}

TEST(Classify, CannotStartWithoutAModelOrWithAnotherKind) {
  const BrightnessPlace place;
  const Workplace blobs;
  const std::string image = place.image("a.png", true);
  const auto expect_refused = [](const std::vector<std::string>& words, const std::string& part) {
    const Finished run = ocelli(words);
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr(part));
  };
  expect_refused({"classify", "-m", place.at("gone.ocelli"), image}, place.at("gone.ocelli"));
  expect_refused({"classify", "-m", blobs.model(), image},
                 "contains a detector model, expected a classifier model");
  expect_refused({"detect", "-m", place.model(), image},
                 "contains a classifier model, expected a detector model");
  expect_refused({"classify", "-m", place.model(), "-o", "/nowhere/x", image}, "/nowhere/x");
  expect_refused({"classify", "-m", place.model(), place.file("short.csv", "1,2,3\n")},
                 "short.csv:1: has 3 columns, but the model expects 12 values");
  expect_refused({"classify", "-m", place.model(), "--labels", place.at("gone.txt"), image},
                 place.at("gone.txt"));
}

TEST(Classify, NeedsNoLabelThatTheModelKnows) {
  const BrightnessPlace place;
  const Finished run = ocelli({"classify", "-m", place.model(), "--labels",
                               place.file("odd.txt", "left\nup\n"), place.idx("two.idx", "lr")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("has 1 label that the model does not know, such as 'up'; not graded"));
  EXPECT_THAT(run.err, HasSubstr("0 of 1 wrong"));
  const Finished table = ocelli({"classify", "-m", place.model(), place.table("t.csv", "rl", {"?", "up"})});
  EXPECT_EQ(table.exit_code, 0) << table.err;
}

TEST(Classify, TellsOfLabelsThatAreNotOneAnInput) {
  const BrightnessPlace place;
  const std::string labels = place.file("labels.txt", "left\nleft\nleft\n");
  const Finished run =
      ocelli({"classify", "-m", place.model(), "--labels", labels, place.idx("two.idx", "lr")});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(parsed_lines(run.out).size(), 2u);
  EXPECT_THAT(run.err, HasSubstr(labels + ": contains 3 labels for 2 inputs"));
}

}  // namespace
}  // namespace ocelli::internal::test::classify_test
