#include <gmock/gmock.h>

#include <numbers>
#include <utility>

#include "apps/brightness.hpp"
#include "apps/program.hpp"
#include "apps/reading_place.hpp"
#include "apps/workplace.hpp"
#include "pipelines/model_files/model_samples.hpp"

namespace ocelli::internal::test::edit_test {
namespace {

std::vector<Figure> figures_of(const Workplace& place) { return load_detector(place.model()).card.figures; }

/// Ink side and tilt of a classifier.
std::pair<double, double> view_of(const std::string& model) {
  const Classifier classifier = load_classifier(model).classifier;
  return {classifier.normalized_side(), classifier.tilt()};
}

TEST(Record, WritesAFigureIntoTheCard) {
  const Workplace place;
  const Finished run = ocelli(
      {"edit", "--figure", "hits", "--value", "7", "--data", "blobs", "--command", "count", place.model()});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(figures_of(place), testing::ElementsAre(Figure{"hits", "7", "blobs", "count"}));
}

TEST(Record, ReplacesTheFigureOfThatNameOnThatData) {
  const Workplace place;
  for (const std::string value : {"7", "8"})
    ocelli({"edit", "--figure", "hits", "--value", value, place.model()});
  ocelli({"edit", "--figure", "hits", "--value", "9", "--data", "other blobs", place.model()});
  EXPECT_THAT(figures_of(place),
              testing::ElementsAre(Figure{"hits", "8", "", ""}, Figure{"hits", "9", "other blobs", ""}));
}

TEST(Record, SetsTheOperatingPointThatDetectionsMustReach) {
  const Workplace place;
  const std::string blob = place.blob("blob.png");
  EXPECT_THAT(ocelli({"detect", "-m", place.model(), blob}).out, testing::HasSubstr("score"));
  EXPECT_EQ(ocelli({"edit", "--min-score", "1e6", place.model()}).exit_code, 0);
  EXPECT_THAT(ocelli({"detect", "-m", place.model(), blob}).out, testing::Not(testing::HasSubstr("score")));
  EXPECT_THAT(ocelli({"detect", "-m", place.model(), "--min-score", "0", blob}).out,
              testing::HasSubstr("score"));
}

TEST(Record, DropsWhatTrainingMeasuredAtAnotherOperatingPoint) {
  const Workplace place;
  const auto record = [&](const std::string& figure) {
    ocelli({"edit", "--figure", figure, "--value", "7", place.model()});
  };
  record("hits");
  record("operating point");
  EXPECT_EQ(ocelli({"edit", "--min-score", "4.2", place.model()}).exit_code, 0);
  EXPECT_THAT(figures_of(place), testing::ElementsAre(Figure{"hits", "7", "", ""}));
  EXPECT_THAT(ocelli({"info", "--json", place.model()}).out, testing::HasSubstr("\"min_score\": 4.2,"));
  EXPECT_EQ(ocelli({"edit", "--min-score", "5", "--figure", "operating point", "--value", "8", place.model()})
                .exit_code,
            0);
  EXPECT_THAT(figures_of(place),
              testing::ElementsAre(Figure{"hits", "7", "", ""}, Figure{"operating point", "8", "", ""}));
}

TEST(Record, WritesFiguresButNoOperatingPointIntoAClassifier) {
  const BrightnessPlace place;
  EXPECT_EQ(ocelli({"edit", "--figure", "error", "--value", "0.5 %", place.model()}).exit_code, 0);
  EXPECT_THAT(load_classifier(place.model()).card.figures,
              testing::ElementsAre(Figure{"error", "0.5 %", "", ""}));
  const Finished refused = ocelli({"edit", "--min-score", "1", place.model()});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, testing::HasSubstr("only a detector has an operating point"));
}

TEST(Record, WritesFiguresButNothingElseIntoAReader) {
  const ReadingPlace place;
  EXPECT_EQ(ocelli({"edit", "--figure", "error", "--value", "2 %", place.model()}).exit_code, 0);
  EXPECT_THAT(load_reader(place.model()).card.figures, testing::ElementsAre(Figure{"error", "2 %", "", ""}));
  EXPECT_EQ(ocelli({"edit", "--min-score", "1", place.model()}).exit_code, 2);
  EXPECT_EQ(ocelli({"edit", "--tilt", "1", place.model()}).exit_code, 2);
}

TEST(Record, SetsTheSideThatAClassifierBringsInkTo) {
  const BrightnessPlace place;
  EXPECT_EQ(ocelli({"edit", "--normalized-side", "1000", place.model()}).exit_code, 3);
  EXPECT_EQ(ocelli({"edit", "--normalized-side", "0", place.model()}).exit_code, 0);
  EXPECT_EQ(load_classifier(place.model()).classifier.normalized_side(), 0);
  const Workplace faces;
  EXPECT_EQ(ocelli({"edit", "--normalized-side", "20", faces.model()}).exit_code, 2);
}

TEST(Record, SetsTheTiltAndTheNormalizedSideEachKeepingTheOther) {
  const BrightnessPlace place;
  save_model(place.model(), sample_tilted_classifier());
  const double normalized_side = view_of(place.model()).first;
  EXPECT_EQ(ocelli({"edit", "--tilt", "-1", place.model()}).exit_code, 2);
  EXPECT_EQ(ocelli({"edit", "--tilt", "45", place.model()}).exit_code, 0);
  EXPECT_EQ(view_of(place.model()), std::pair(normalized_side, std::numbers::pi / 4));
  EXPECT_EQ(ocelli({"edit", "--normalized-side", "6", place.model()}).exit_code, 0);
  EXPECT_EQ(view_of(place.model()), std::pair(6.0, std::numbers::pi / 4));
  EXPECT_EQ(ocelli({"edit", "--normalized-side", "0", "--tilt", "0", place.model()}).exit_code, 0);
  EXPECT_EQ(view_of(place.model()), std::pair(0.0, 0.0));
}

TEST(Record, TurnsNoDetector) {
  const Workplace faces;
  const Finished refused = ocelli({"edit", "--tilt", "9", faces.model()});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, testing::HasSubstr("--tilt: is only for classifiers"));
}

TEST(Record, LeavesAFileThatIsNoModelAsItIs) {
  const Workplace place;
  const std::string file = place.file("notes.txt", "not a model");
  EXPECT_EQ(ocelli({"edit", "--figure", "hits", "--value", "7", file}).exit_code, 3);
  EXPECT_EQ(content_of(file), "not a model");
}

}  // namespace
}  // namespace ocelli::internal::test::edit_test
