#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>

#include "apps/brightness.hpp"
#include "apps/program.hpp"

namespace ocelli::internal::test::eval_classifier_test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// A table with one error in eight.
std::string eight(const BrightnessPlace& place) {
  const std::string l = "left", r = "right";
  return place.table("eight.csv", "llllrrrr", {l, l, l, l, r, r, r, l});
}

TEST(EvalClassifier, TellsErrorsConfusionsAndTheRejectCurve) {
  const BrightnessPlace place;
  const Finished run = ocelli({"eval", "classifier", "-m", place.model(), eight(place)});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* part :
       {"1 of 8 wrong: error 12.50 %", "samples per second", "true \\ given     left   right   recall",
        "right        .       3  100.0 %", "rejected     error  errors", "  0.00 %   12.50 %       1",
        "class  samples  precision   recall      F1     AUC", "right        3     75.0 %  100.0 %  85.7 %",
        "mean AUC, one class against the rest: "}) {
    EXPECT_THAT(run.out, HasSubstr(part));
  }
}

TEST(EvalClassifier, TellsTheSameAsJson) {
  const BrightnessPlace place;
  const json figures =
      json::parse(ocelli({"eval", "classifier", "-m", place.model(), "--json", eight(place)}).out);
  EXPECT_EQ(figures["samples"], 8);
  EXPECT_EQ(figures["errors"], 1);
  EXPECT_EQ(figures["error"], 0.125);
  EXPECT_GT(figures["samples_per_second"], 0);
  EXPECT_EQ(figures["classes"], (json{"left", "right"}));
  EXPECT_EQ(figures["confusion"], json::array({{4, 1}, {0, 3}}));
  ASSERT_EQ(figures["per_class"].size(), 2u);
  EXPECT_EQ(figures["per_class"][1]["class"], "right");
  EXPECT_EQ(figures["per_class"][1]["precision"], 0.75);
  EXPECT_EQ(figures["per_class"][1]["recall"], 1);
  EXPECT_EQ(figures["per_class"][0]["auc"], figures["auc"]) << "one of two classes";
  ASSERT_EQ(figures["reject"].size(), 5u);
  EXPECT_EQ(figures["reject"][0]["error"], 0.125);
}

TEST(EvalClassifier, TakesFoldersOfClassesAndIdxFiles) {
  const BrightnessPlace place;
  place.image("pets/left/a.png", false);
  place.image("pets/right/b.png", true);
  place.image("pets/right/c.png", false);
  const json folder =
      json::parse(ocelli({"eval", "classifier", "-m", place.model(), "--json", place.at("pets")}).out);
  EXPECT_EQ(folder["samples"], 3);
  EXPECT_EQ(folder["errors"], 1);

  const std::string model = place.at("numbers.ocelli");
  const Classifier half = brighter_half();
  save_model(model,
             ClassifierModel{Classifier({half.features(), half.weights(), {"0", "1"}, half.shape()}), {}});
  const json idx =
      json::parse(ocelli({"eval", "classifier", "-m", model, "--json", place.idx("images.idx", "lrrr"),
                          "--labels", place.file("labels.idx", idx_labels(std::string("\0\1\0\0", 4)))})
                      .out);
  EXPECT_EQ(idx["samples"], 4);
  EXPECT_EQ(idx["errors"], 2);
}

TEST(EvalClassifier, DrawsTheRejectCurveAndTheMisreadImages) {
  const BrightnessPlace place;
  const Finished run = ocelli({"eval", "classifier", "-m", place.model(), eight(place), "--reject",
                               place.at("reject.svg"), "--misread", place.at("misread.png")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(content_of(place.at("reject.svg")), HasSubstr("</svg>"));
  const cv::Mat sheet = cv::imread(place.at("misread.png"), cv::IMREAD_GRAYSCALE);
  ASSERT_FALSE(sheet.empty());
  double darkest = 255;
  cv::minMaxLoc(sheet, &darkest);
  EXPECT_LT(darkest, 50);
}

TEST(EvalClassifier, DrawsTheConfusionMatrix) {
  const BrightnessPlace place;
  const Finished run = ocelli({"eval", "classifier", "-m", place.model(), "--confusion-chart",
                               place.at("confusion.svg"), eight(place)});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(content_of(place.at("confusion.svg")), HasSubstr(">left<"));
}

TEST(EvalClassifier, SaysWhatChartsNeed) {
  const BrightnessPlace place;
  for (const char* option : {"--reliability-chart", "--importance-chart"}) {
    const Finished run =
        ocelli({"eval", "classifier", "-m", place.model(), option, place.at("chart.svg"), eight(place)});
    EXPECT_EQ(run.exit_code, 2) << option;
    EXPECT_THAT(run.err, HasSubstr("requires a classifier")) << option;
  }
}

TEST(EvalClassifier, ListsTheMisreadSamplesByName) {
  const BrightnessPlace place;
  place.image("pets/left/a.png", false);
  const std::string wrong = place.image("pets/right/b, c.png", false);
  const Finished images =
      ocelli({"eval", "classifier", "-m", place.model(), place.at("pets"), "--misread", place.at("m.png")});
  EXPECT_EQ(images.exit_code, 0) << images.err;
  EXPECT_THAT(images.err, HasSubstr("m.png.csv lists the 1 misread images"));
  EXPECT_EQ(content_of(place.at("m.png.csv")),
            "item,truth,answer,score,margin\n\"" + wrong + "\",right,left,6,6\n");

  const std::string table = eight(place);
  const Finished rows =
      ocelli({"eval", "classifier", "-m", place.model(), table, "--misread", place.at("m.csv")});
  EXPECT_EQ(rows.exit_code, 0) << rows.err;
  EXPECT_EQ(content_of(place.at("m.csv")),
            "item,truth,answer,score,margin\n" + table + "#7,left,right,6,6\n");
}

TEST(EvalClassifier, LeavesUnreadableImagesOut) {
  const BrightnessPlace place;
  place.image("pets/left/a.png", false);
  place.image("pets/right/b.png", true);
  const std::string bad = place.file("pets/right/bad.png", "no image");
  const Finished run = ocelli({"eval", "classifier", "-m", place.model(), place.at("pets")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("skipped: " + bad));
  EXPECT_THAT(run.out, HasSubstr("0 of 2 wrong"));
}

TEST(EvalClassifier, CountsUnknownLabelsAsErrors) {
  const BrightnessPlace place;
  const Finished run = ocelli({"eval", "classifier", "-m", place.model(), place.idx("images.idx", "lr"),
                               "--labels", place.file("two.idx", idx_labels(std::string("\0\1", 2)))});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("2 labels that the model does not know, such as '0': they count as errors"));
  EXPECT_THAT(run.out, HasSubstr("2 of 2 wrong"));
}

TEST(EvalClassifier, SaysWhyATestCannotBeUsed) {
  const BrightnessPlace place;
  std::filesystem::create_directories(place.at("empty"));
  const auto expect_refused = [&](std::vector<std::string> words, int exit_code, const std::string& part) {
    words.insert(words.begin(), {"eval", "classifier", "-m", place.model()});
    const Finished run = ocelli(words);
    EXPECT_EQ(run.exit_code, exit_code) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr(part));
  };
  const std::string images = place.idx("images.idx", "lr");
  expect_refused({place.at("gone.csv")}, 3, place.at("gone.csv"));
  expect_refused({place.at("empty")}, 3, place.at("empty"));
  expect_refused({images}, 2, "--labels");
  expect_refused({images, "--labels", place.file("one.idx", idx_labels("1"))}, 3, "one.idx");
  expect_refused({place.file("narrow.csv", "1,2,left\n3,4,right\n")}, 3,
                 "narrow.csv:1: has 3 columns, but the model expects 12 values, or these and a label");
}

}  // namespace
}  // namespace ocelli::internal::test::eval_classifier_test
