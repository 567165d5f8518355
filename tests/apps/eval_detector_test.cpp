#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "apps/program.hpp"
#include "apps/workplace.hpp"
#include "ocelli/evaluation/detector_errors.hpp"

namespace ocelli::internal::test::eval_detector_test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// Two blobs, one of them marked, and a mark where there is nothing.
std::string half_right(const Workplace& place) {
  place.write("a.png", blob_image({90, 60}, {{20, 20, 12, 12}, {60, 20, 12, 12}}));
  return place.file("half.dat", "a.png 2 14 14 24 24 40 40 18 18\n");
}

std::size_t pixels_of(const cv::Mat& sheet, const cv::Vec3b& color) {
  return static_cast<std::size_t>(std::count(sheet.begin<cv::Vec3b>(), sheet.end<cv::Vec3b>(), color));
}

TEST(EvalDetector, TellsFiguresAsATableAndAsJson) {
  const Workplace place;
  const std::string test = half_right(place);
  const Finished table = ocelli({"eval", "detector", "-m", place.model(), test});
  EXPECT_EQ(table.exit_code, 0) << table.err;
  EXPECT_THAT(table.out,
              StartsWith("finds 1 of 2 objects (50.00 %) with 1 false alarm in 1 image, at --min-score "));
  const json figures = json::parse(ocelli({"eval", "detector", "-m", place.model(), "--json", test}).out);
  EXPECT_EQ(figures["objects"], 2);
  EXPECT_EQ(figures["operating_point"]["found"], 1);
  EXPECT_EQ(figures["operating_point"]["false_positives"], 1);
  EXPECT_EQ(figures["roc"].back()["detection_rate"], 0.5);
}

TEST(EvalDetector, HasRowsFromNoFalsePositiveToTheLastOne) {
  const Workplace place;
  const json figures =
      json::parse(ocelli({"eval", "detector", "-m", place.model(), "--json", half_right(place)}).out);
  std::vector<int> rows;
  for (const json& point : figures["roc"]) rows.push_back(point["false_positives"]);
  EXPECT_THAT(rows, ElementsAre(0, 1));

  place.blob("one.png");
  const std::string test = place.file("right.dat", "one.png 1 24 14 24 24\n");
  EXPECT_EQ(json::parse(ocelli({"eval", "detector", "-m", place.model(), "--json", test}).out)["roc"].size(),
            1u);
}

TEST(EvalDetector, DoesNotCountBoxesOutsideTheirImagesAndNamesThem) {
  const Workplace place;
  place.blob("one.png");
  place.blob("two.png");
  // Of the second box half is inside; all boxes of the second image are outside, so it is another than was
  // marked.
  const std::string test =
      place.file("boxes.dat", "one.png 3 24 14 24 24 80 20 20 20 300 300 20 20\ntwo.png 1 500 0 20 20\n");
  const Finished run = ocelli({"eval", "detector", "-m", place.model(), "--json", test});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(json::parse(run.out)["images"], 1);
  EXPECT_EQ(json::parse(run.out)["objects"], 2);
  EXPECT_THAT(run.err,
              HasSubstr("boxes.dat:1: the box of 20 x 20 pixels at (300, 300) is outside its image"));
  EXPECT_THAT(run.err, HasSubstr("boxes.dat:2: the box"));
}

TEST(EvalDetector, FailsWhenThereIsNothingToMeasureOn) {
  const Workplace place;
  std::string table = "image,x,y,w,h\n";
  for (int i = 0; i < 200; ++i) {
    const std::string name = "a" + std::to_string(i) + ".png";
    place.file(name, "no image");
    table += name + ",1,1,9,9\n";
  }
  const Finished damaged =
      ocelli({"eval", "detector", "-m", place.model(), place.file("damaged.csv", table)});
  EXPECT_EQ(damaged.exit_code, 3);
  EXPECT_EQ(damaged.error_lines(), 1) << damaged.err;
  EXPECT_THAT(damaged.err, HasSubstr("none of its images can be read; first of 200 problems"));
  EXPECT_EQ(damaged.out, "");

  place.blob("good.png");
  const Finished objectless = ocelli(
      {"eval", "detector", "-m", place.model(), place.file("objectless.csv", table + "good.png,,,,\n")});
  EXPECT_EQ(objectless.exit_code, 3);
  EXPECT_THAT(objectless.err, HasSubstr("none of its annotated objects can be used"));

  const Finished some = ocelli(
      {"eval", "detector", "-m", place.model(), place.file("some.csv", table + "good.png,24,14,24,24\n")});
  EXPECT_EQ(some.exit_code, 1);
  EXPECT_EQ(some.error_lines(), 11) << some.err;
  EXPECT_THAT(some.err, HasSubstr("and 190 more: 200 files and lines in total"));
}

TEST(EvalDetector, FindsImagesBesideATableThatHasAFolderOfItsName) {
  const Workplace place;
  place.file("test/none.txt", "");
  place.blob("test/one.png");
  place.blob("two.png");
  const std::string table =
      place.file("test.csv", "image,x,y,w,h\ntest/one.png,24,14,24,24\ntwo.png,24,14,24,24\n");
  const Finished run = ocelli({"eval", "detector", "-m", place.model(), "--json", table});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(json::parse(run.out)["objects"], 2);
}

TEST(EvalDetector, MeasuresTheChosenClassesAndWarnsWhereSeveralAreTakenForOne) {
  const Workplace place;
  place.blob("one.png");
  const std::string table =
      place.file("two.csv", "image,x,y,w,h,label\none.png,24,14,24,24,blob\none.png,2,2,9,9,hole\n");
  const Finished mixed = ocelli({"eval", "detector", "-m", place.model(), table});
  EXPECT_EQ(mixed.exit_code, 0);
  EXPECT_THAT(mixed.err, HasSubstr("objects of 2 classes are trained as one: 'blob' 1, 'hole' 1"));
  const Finished chosen =
      ocelli({"eval", "detector", "-m", place.model(), "--json", "--class", "blob", table});
  EXPECT_EQ(chosen.err, "");
  EXPECT_EQ(json::parse(chosen.out)["objects"], 1);
  EXPECT_EQ(ocelli({"eval", "detector", "-m", place.model(), "--class", "x", table}).exit_code, 3);
}

TEST(EvalDetector, DrawsWhatItMissesGreenAndWhatItTakesForAnObjectRed) {
  const cv::Vec3b green(0, 160, 0), red(0, 0, 230);
  const auto sheet_of = [](const Workplace& place, const std::string& test) {
    const Finished run =
        ocelli({"eval", "detector", "-m", place.model(), "--errors", place.at("errors.png"), test});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return cv::imread(place.at("errors.png"));
  };
  const Workplace place;
  const cv::Mat sheet = sheet_of(place, half_right(place));
  ASSERT_FALSE(sheet.empty());
  EXPECT_GT(pixels_of(sheet, green), 100u);
  EXPECT_GT(pixels_of(sheet, red), 100u);

  place.blob("one.png");
  const cv::Mat right = sheet_of(place, place.file("right.dat", "one.png 1 24 14 24 24\n"));
  ASSERT_FALSE(right.empty());
  EXPECT_EQ(pixels_of(right, red), 0u);
}

/// An image with detections of the given boxes and scores, each measured against the image's objects.
MeasuredImage measured(const AnnotatedImage& image, std::vector<Detection> found) {
  std::vector<Truth> truths;
  for (const AnnotatedObject& object : image.objects) truths.push_back({object.box, object.ignored});
  return {.image = &image, .found = found, .matched = match_detections(found, truths)};
}

TEST(WorstMisses, AreThoseOfTheOperatingPointByWhatFaintDetectionsMiss) {
  AnnotatedImage image{.path = "a.png"};
  const Box sure{0, 0, 20, 20}, faint{100, 0, 20, 20}, small{200, 0, 10, 10}, large{300, 0, 40, 40},
      other{400, 0, 80, 80};
  image.objects = {
      {.box = sure}, {.box = faint}, {.box = small}, {.box = large}, {.box = other, .ignored = true}};
  const std::vector<MeasuredImage> images = {measured(image, {{sure, 9, "thing"}})},
                                   with_faint = {measured(
                                       image,
                                       {{sure, 9, "thing"}, {faint, 2, "thing"}, {faint, 1, "thing"}})};
  std::vector<Box> boxes;
  for (const DetectorError& miss : worst_misses(images, with_faint, 9)) boxes.push_back(miss.box);
  EXPECT_THAT(boxes, ElementsAre(large, small, faint));
  const auto worst = worst_misses(images, with_faint, 3);
  ASSERT_EQ(worst.size(), 3u);
  EXPECT_EQ(worst[0].score, DetectorError::kNotFound);
  EXPECT_EQ(worst[2].score, 2);
}

TEST(WorstFalseAlarms, AreTheSurestOfAllImages) {
  AnnotatedImage first{.path = "a.png"}, second{.path = "b.png"};
  const Box object{0, 0, 20, 20}, elsewhere{100, 0, 20, 20}, ignored{200, 0, 20, 20};
  first.objects = {{.box = object}, {.box = ignored, .ignored = true}};
  const std::vector<MeasuredImage> images = {
      measured(first, {{object, 9, "thing"}, {ignored, 8, "thing"}, {elsewhere, 3, "thing"}}),
      measured(second, {{object, 5, "thing"}, {elsewhere, 1, "thing"}})};
  std::vector<float> scores;
  for (const DetectorError& alarm : worst_false_alarms(images, 2)) scores.push_back(alarm.score);
  EXPECT_THAT(scores, ElementsAre(5, 3));
}

}  // namespace
}  // namespace ocelli::internal::test::eval_detector_test
