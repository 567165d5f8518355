#include "ocelli/pipelines/output/record_text.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ocelli::internal::record_text_test {
namespace {

Record two_faces() {
  return {.input = "a.jpg",
          .width = 640,
          .height = 480,
          .detections = {{{1.4f, 2.5f, 30.2f, 29.9f}, 7.1f, "face"}, {{-0.6f, 0, 24, 24}, 1.23456f, "face"}}};
}

TEST(JsonLine, HasTheKeysInTheirOrderAndShortNumbers) {
  EXPECT_EQ(to_json_line(two_faces()), R"({"input":"a.jpg","width":640,"height":480,"detections":[)"
                                       R"({"x":1,"y":3,"w":30,"h":30,"score":7.1,"label":"face"},)"
                                       R"({"x":-1,"y":0,"w":24,"h":24,"score":1.2346,"label":"face"}]})"
                                       "\n");
}

Record face_with_landmarks() {
  Record record = two_faces();
  record.detections[0].landmarks = Landmarks{Point{8.04F, 10}, {20, 10.26F}, {14, 17}, {9, 24}, {19, 24}};
  record.detections[0].pose = Pose{.yaw = -44.6F, .roll = 10.4F};
  return record;
}

TEST(JsonLine, HasLandmarksAndPoseWhereTheyAreKnown) {
  const std::string line = to_json_line(face_with_landmarks());
  EXPECT_NE(
      line.find(R"("label":"face","landmarks":[[8.0,10.0],[20.0,10.3],[14.0,17.0],[9.0,24.0],[19.0,24.0]],)"
                R"("pose":{"yaw":-45,"roll":10}},{"x":-1)"),
      std::string::npos)
      << line;
}

TEST(JsonLine, HasAnEmptyListWhereNothingIsFound) {
  EXPECT_EQ(to_json_line({.input = "b.jpg", .width = 2, .height = 1}),
            R"({"input":"b.jpg","width":2,"height":1,"detections":[]})"
            "\n");
}

TEST(JsonLine, SaysWhyThereIsNoResult) {
  EXPECT_EQ(to_json_line({.input = "bad.jpg", .error = "is empty"}),
            R"({"input":"bad.jpg","error":"is empty"})"
            "\n");
}

TEST(JsonLine, EndsWithTheWarning) {
  EXPECT_EQ(to_json_line({.input = "b.jpg", .width = 2, .height = 1, .warning = "its end is lost"}),
            R"({"input":"b.jpg","width":2,"height":1,"detections":[],"warning":"its end is lost"})"
            "\n");
}

TEST(JsonLine, StaysValidAndOneLineForAnyFileName) {
  for (const std::string name : {"two\nlines.jpg", "quo\"te.jpg", "caf\xc3\xa9.jpg", "\xef\xb7\xb2.jpg"}) {
    const std::string line = to_json_line({.input = name});
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    EXPECT_TRUE(nlohmann::json::accept(line)) << line;
  }
}

TEST(JsonLine, KeepsTheBytesOfNamesThatAreNotUtf8) {
  EXPECT_EQ(to_json_line({.input = "caf\xe9\xff.jpg", .error = "no caf\xe9"}),
            R"({"input":"caf\udce9\udcff.jpg","error":"no caf\udce9"})"
            "\n");
  EXPECT_EQ(to_json_line({.input = "\xef\xb7\x9a\xef\xb7\xa5", .error = "a mark"}),
            R"({"input":"\udcef\udcb7\udc9a\udcef\udcb7\udca5","error":"a mark"})"
            "\n")
      << "what stands for a byte inside stands for itself outside";
}

const std::vector<std::string> kPets{"cat", "a \"dog\"", "emu"};

Record an_emu() {
  return {.input = "a.png", .classification = Classification{{{2, 3.20004f}, {1, 0.4f}, {0, -1}}}};
}

TEST(LabelJsonLine, TellsTheSurestLabelsByName) {
  EXPECT_EQ(label_json_line(an_emu(), kPets, 2),
            R"({"input":"a.png","label":"emu","score":3.2,"top":[["emu",3.2],["a \"dog\"",0.4]]})"
            "\n");
  EXPECT_EQ(
      label_json_line(an_emu(), kPets, 5),
      R"({"input":"a.png","label":"emu","score":3.2,"top":[["emu",3.2],["a \"dog\"",0.4],["cat",-1.0]]})"
      "\n");
}

TEST(LabelJsonLine, TellsProbabilitiesWhereThereAreSome) {
  Record record = an_emu();
  record.probabilities = {0.75, 0.2, 0.05};
  EXPECT_EQ(label_json_line(record, kPets, 2),
            R"({"input":"a.png","label":"emu","score":3.2,"probability":0.75,"probabilities":[0.75,0.2],)"
            R"("top":[["emu",3.2],["a \"dog\"",0.4]]})"
            "\n");
  EXPECT_EQ(label_csv_row(record, kPets), "a.png,emu,3.2,\"a \"\"dog\"\"\",0.4,0.75\n");
}

TEST(LabelJsonLine, HasNoNegativeZero) {
  const Record record{.input = "a.png", .classification = Classification{{{2, 1}, {1, -1e-7f}}}};
  EXPECT_EQ(label_json_line(record, kPets, 2),
            R"({"input":"a.png","label":"emu","score":1.0,"top":[["emu",1.0],["a \"dog\"",0.0]]})"
            "\n");
}

TEST(LabelJsonLine, SaysWhyThereIsNoResult) {
  const Record record{.input = "bad.jpg", .error = "is empty"};
  EXPECT_EQ(label_json_line(record, kPets, 5), to_json_line(record));
}

TEST(LabelCsvRow, HasTheSurestAndTheSecondLabel) {
  EXPECT_EQ(label_csv_row(an_emu(), kPets), "a.png,emu,3.2,\"a \"\"dog\"\"\",0.4,\n");
  EXPECT_EQ(label_csv_row({.input = "bad.jpg", .error = "is empty"}, kPets), "");
}

TEST(CsvRows, HaveOneDetectionEach) {
  EXPECT_EQ(to_csv_rows(two_faces()),
            "a.jpg,640,480,1,3,30,30,7.1,face,\na.jpg,640,480,-1,0,24,24,1.2346,face,\n");
}

TEST(CsvRows, EndWithTheProbabilityIfThereIsOne) {
  Record record = two_faces();
  record.detections[1].probability = 0.98765F;
  EXPECT_TRUE(to_csv_rows(record).ends_with(",1.2346,face,0.9876\n")) << to_csv_rows(record);
}

TEST(JsonLine, TellsThePoseWhereItIsKnown) {
  Record record = two_faces();
  record.detections[0].pose = Pose{.roll = -135};
  record.detections[1].pose = Pose{.yaw = 30.04F, .roll = 0};
  EXPECT_THAT(to_json_line(record), testing::HasSubstr(R"("label":"face","pose":{"roll":-135}})"));
  EXPECT_THAT(to_json_line(record), testing::HasSubstr(R"("pose":{"yaw":30,"roll":0}})"));
}

TEST(CsvRows, EndWithLandmarksAndPoseIfTheDetectorHasThem) {
  EXPECT_EQ(to_csv_rows(face_with_landmarks(), {.landmarks = true}),
            "a.jpg,640,480,1,3,30,30,7.1,face,,8,10,20,10.3,14,17,9,24,19,24,-45,10\n"
            "a.jpg,640,480,-1,0,24,24,1.2346,face,,,,,,,,,,,,,\n");
  const std::string empty = to_csv_rows({.input = "b.jpg"}, {.landmarks = true});
  EXPECT_EQ(std::ranges::count(empty, ','), std::ranges::count(csv_header({.landmarks = true}), ','));
}

TEST(CsvRows, KeepAnImageWithoutDetections) {
  EXPECT_EQ(to_csv_rows({.input = "b.jpg", .width = 2, .height = 1}), "b.jpg,2,1,,,,,,,\n");
}

TEST(CsvRows, AreNotMadeForErrors) { EXPECT_EQ(to_csv_rows({.input = "bad.jpg", .error = "is empty"}), ""); }

TEST(CsvRows, QuoteCellsThatNeedIt) {
  EXPECT_EQ(to_csv_rows({.input = "a,\"b\".jpg", .width = 2, .height = 1}),
            "\"a,\"\"b\"\".jpg\",2,1,,,,,,,\n");
}

TEST(CsvHeader, HasAsManyCellsAsEveryRow) {
  const auto commas = [](std::string_view text) { return std::count(text.begin(), text.end(), ','); };
  EXPECT_EQ(commas(csv_header({})), commas(to_csv_rows({.input = "b.jpg"})));
}

}  // namespace
}  // namespace ocelli::internal::record_text_test
