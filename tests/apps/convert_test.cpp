#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "apps/brightness.hpp"
#include "apps/program.hpp"
#include "apps/workplace.hpp"
#include "detection/opencv/small_cascades.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"

namespace ocelli::internal::test::convert_test {
namespace {

using testing::HasSubstr;

/// A place with an OpenCV cascade beside Ocelli's own model.
class Convert : public testing::Test {
 protected:
  Convert() { place.file("thing.xml", cascade_xml(OpenCvCascade(small_haar()))); }

  std::string xml() const { return place.at("thing.xml"); }

  Workplace place;
};

TEST_F(Convert, TurnsXmlIntoAModelAndBack) {
  const Finished in = ocelli({"convert", xml(), "-o", place.at("thing.ocelli")});
  EXPECT_EQ(in.exit_code, 0) << in.err;
  const Finished out = ocelli({"convert", place.at("thing.ocelli"), "-o", place.at("again.xml")});
  EXPECT_EQ(out.exit_code, 0) << out.err;
  EXPECT_EQ(content_of(place.at("again.xml")), content_of(xml()));
}

TEST_F(Convert, KnowsFormatsByEndingsInEitherCase) {
  const Finished in = ocelli({"convert", xml(), "-o", place.at("thing.OCELLI")});
  EXPECT_EQ(in.exit_code, 0) << in.err;
  const Finished out = ocelli({"convert", place.at("thing.OCELLI"), "-o", place.at("again.Xml")});
  EXPECT_EQ(out.exit_code, 0) << out.err;
  EXPECT_EQ(content_of(place.at("again.Xml")), content_of(xml()));
  EXPECT_EQ(ocelli({"convert", place.model(), "-o", place.at("thing.H")}).exit_code, 0);
  EXPECT_THAT(content_of(place.at("thing.H")), HasSubstr("thing_detector"));
}

TEST_F(Convert, RefusesWhatXmlCannotHold) {
  const Finished own = ocelli({"convert", place.model(), "-o", place.at("blob.xml")});
  EXPECT_EQ(own.exit_code, 2);
  EXPECT_THAT(own.err, HasSubstr("lookup tables with a running sum"));
  EXPECT_THAT(own.err, HasSubstr("ocelli train detector --for opencv"));
  const BrightnessPlace classifier;
  EXPECT_THAT(ocelli({"convert", classifier.model(), "-o", place.at("c.xml")}).err,
              HasSubstr("supports only detectors"));
  EXPECT_FALSE(std::filesystem::exists(place.at("blob.xml")));
}

TEST_F(Convert, TurnsAnnotationsIntoAnotherFormat) {
  cv::imwrite(place.at("a.png"), cv::Mat(100, 200, CV_8UC1, cv::Scalar(9)));
  const std::string boxes = place.file("boxes.csv", "file;x1;y1;x2;y2;class\na.png;50;25;150;75;mug\n");
  const Finished yolo = ocelli({"convert", boxes, "-o", place.at("labels"), "--to", "yolo"});
  EXPECT_EQ(yolo.exit_code, 0) << yolo.err;
  EXPECT_EQ(content_of(place.at("labels/a.txt")), "0 0.5 0.5 0.5 0.5\n");
  const Finished coco = ocelli({"convert", boxes, "-o", place.at("coco.json")});
  EXPECT_EQ(coco.exit_code, 0) << coco.err;
  EXPECT_THAT(content_of(place.at("coco.json")), HasSubstr("\"mug\""));
  EXPECT_THAT(ocelli({"convert", boxes, "-o", place.at("out/")}).err, HasSubstr("--to yolo or --to voc"));
}

TEST_F(Convert, RefusesAnOutputThatContradictsTheFormat) {
  cv::imwrite(place.at("a.png"), cv::Mat(100, 200, CV_8UC1, cv::Scalar(9)));
  const std::string boxes = place.file("boxes.csv", "file;x1;y1;x2;y2;class\na.png;50;25;150;75;mug\n");
  const auto refusal = [&](const std::string& output, const std::string& to) {
    const Finished refused = ocelli({"convert", boxes, "-o", output, "--to", to});
    EXPECT_EQ(refused.exit_code, 2) << output;
    EXPECT_FALSE(std::filesystem::exists(output)) << output;
    return refused.err;
  };
  EXPECT_THAT(refusal("-", "csv"), HasSubstr("--output -: convert cannot write to the standard output"));
  EXPECT_THAT(refusal(place.at("o.csv"), "coco"), HasSubstr("use .json, or omit --to"));
  EXPECT_THAT(refusal(place.at("o.xml"), "csv"), HasSubstr("use .csv"));
  EXPECT_THAT(refusal(place.at("o.xml"), "voc"), HasSubstr("--to voc writes a folder"));
  EXPECT_EQ(ocelli({"convert", boxes, "-o", place.at("labels"), "--to", "YOLO"}).exit_code, 0);
  EXPECT_EQ(ocelli({"convert", boxes, "-o", place.at("list.txt"), "--to", "CSV"}).exit_code, 0);
}

TEST_F(Convert, SaysHowAnnotationsAreConverted) {
  const std::string list = place.file("info.dat", "a.png 1 1 1 5 5\n");
  const Finished refused = ocelli({"convert", list, "-o", place.at("x.xml")});
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_THAT(refused.err, HasSubstr("to convert annotations, use --to"));
}

TEST_F(Convert, WritesADetectorAsAC99Header) {
  const Finished converted = ocelli({"convert", place.model(), "-o", place.at("My blob.h")});
  EXPECT_EQ(converted.exit_code, 0) << converted.err;
  EXPECT_THAT(content_of(place.at("My blob.h")), HasSubstr("static const ocelli_detector my_blob_detector"));
}

TEST_F(Convert, WritesAClassifierAsAC99Header) {
  const BrightnessPlace classifier;
  const Finished converted = ocelli({"convert", classifier.model(), "-o", place.at("bright.h")});
  EXPECT_EQ(converted.exit_code, 0) << converted.err;
  EXPECT_THAT(content_of(place.at("bright.h")), HasSubstr("static inline int32_t bright_classify("));
}

TEST_F(Convert, WritesAnOpenCvCascadeAsAC99Header) {
  const std::string lbp = place.file("lbp.xml", cascade_xml(OpenCvCascade(small_lbp())));
  const Finished converted = ocelli({"convert", lbp, "-o", place.at("lbp.h")});
  EXPECT_EQ(converted.exit_code, 0) << converted.err;
  EXPECT_THAT(content_of(place.at("lbp.h")), HasSubstr("static const ocelli_opencv_cascade lbp_detector"));
}

TEST_F(Convert, RefusesWhatC99CannotHold) {
  const Finished refused = ocelli({"convert", xml(), "-o", place.at("thing.h")});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err,
              HasSubstr("thing.h: C99 supports OpenCV cascades whose rectangles have integer weights"));
  EXPECT_FALSE(std::filesystem::exists(place.at("thing.h")));
}

TEST_F(Convert, WritesAClassifierAsOnnxAndRefusesADetector) {
  const BrightnessPlace classifier;
  const Finished converted = ocelli({"convert", classifier.model(), "-o", place.at("bright.onnx")});
  EXPECT_EQ(converted.exit_code, 0) << converted.err;
  EXPECT_THAT(content_of(place.at("bright.onnx")), HasSubstr("ArgMax"));
  const Finished refused = ocelli({"convert", place.model(), "-o", place.at("blob.onnx")});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("blob.onnx: ONNX supports only classifiers"));
  EXPECT_FALSE(std::filesystem::exists(place.at("blob.onnx")));
}

TEST_F(Convert, TellsWhatCanBecomeWhat) {
  const Finished help = ocelli({"convert", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.out, HasSubstr("NAME.ocelli"));
  EXPECT_THAT(help.out, HasSubstr("supports OpenCV cascades"));
  EXPECT_THAT(help.out, HasSubstr("supports detectors of one shape, OpenCV"));
  EXPECT_THAT(ocelli({"convert", xml(), "-o", place.at("thing.yml")}).err, HasSubstr("or NAME.xml"));
}

TEST_F(Convert, NamesTheFileAndTheLineOfWhatIsWrong) {
  const std::string bad = place.file("bad.xml", "<opencv_storage>\n<cascade>\n</opencv_storage>\n");
  const Finished refused = ocelli({"convert", bad, "-o", place.at("bad.ocelli")});
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_EQ(refused.error_lines(), 1);
  EXPECT_THAT(refused.err, HasSubstr("bad.xml:3"));
}

TEST_F(Convert, NeedsAnOutputThatItKnowsAndThatIsNotItsInput) {
  EXPECT_EQ(ocelli({"convert", xml()}).exit_code, 2);
  EXPECT_EQ(ocelli({"convert", xml(), "-o", place.at("thing.yml")}).exit_code, 2);
  EXPECT_EQ(ocelli({"convert", xml(), "-o", xml()}).exit_code, 2);
  EXPECT_EQ(content_of(xml()), cascade_xml(OpenCvCascade(small_haar())));
}

TEST_F(Convert, IsNotNeededForDetecting) {
  ASSERT_EQ(ocelli({"convert", xml(), "-o", place.at("thing.ocelli")}).exit_code, 0);
  const std::string image = place.blob("blob.png");
  for (const std::string like : {"ocelli", "opencv"}) {
    const Finished from_xml = ocelli({"detect", "-m", xml(), "--like", like, "--min-neighbors", "1", image});
    EXPECT_EQ(from_xml.exit_code, 0) << from_xml.err;
    EXPECT_EQ(from_xml.out, ocelli({"detect", "-m", place.at("thing.ocelli"), "--like", like,
                                    "--min-neighbors", "1", image})
                                .out);
  }
  EXPECT_EQ(ocelli({"detect", "--like", "opencv", "-m", place.model(), image}).exit_code, 2);
}

TEST_F(Convert, IsNotNeededForInfo) {
  const auto info = nlohmann::json::parse(ocelli({"info", "--json", xml()}).out);
  EXPECT_EQ(info["kind"], "OpenCV cascade");
  EXPECT_EQ(info["label"], "thing");
  EXPECT_EQ(info["cost"]["features"], "Haar");
  EXPECT_EQ(info["cost"]["window_width"], 12);
  EXPECT_EQ(info["stages"].size(), 2u);
  EXPECT_EQ(info["file_bytes"], std::filesystem::file_size(xml()));
}

TEST_F(Convert, IsNeededForRecording) {
  const Finished refused = ocelli({"edit", "--figure", "hits", "--value", "7", xml()});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("ocelli convert"));
  EXPECT_EQ(content_of(xml()), cascade_xml(OpenCvCascade(small_haar())));
  ASSERT_EQ(ocelli({"convert", xml(), "-o", place.at("thing.ocelli")}).exit_code, 0);
  EXPECT_EQ(ocelli({"edit", "--figure", "hits", "--value", "7", place.at("thing.ocelli")}).exit_code, 0);
}

}  // namespace
}  // namespace ocelli::internal::test::convert_test
