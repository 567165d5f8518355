#include "ocelli/detection/opencv/cascade_xml.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <string>

#include "data/expect_error.hpp"
#include "data/gzip_bytes.hpp"
#include "detection/opencv/small_cascades.hpp"

namespace ocelli::internal::cascade_xml_test {
namespace {

OpenCvCascadeParts parsed(const std::string& text) {
  return parse_cascade_xml(text, "/far/away/thing.xml").parts();
}

void expect_refused(const std::string& text, const std::string& part) {
  test::expect_error([&] { parse_cascade_xml(text, "f.xml"); }, Kind::model, part);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string haar_text() { return cascade_xml(OpenCvCascade(test::small_haar())); }

/// The first stage of small_haar(), in the format of OpenCV 1.
const std::string kOld = R"(<?xml version="1.0"?>
<opencv_storage>
<thing type_id="opencv-haar-classifier">
  <size>12 10</size>
  <stages>
    <_>
      <!-- stage 0 -->
      <trees>
        <_>
          <_>
            <feature>
              <rects>
                <_>0 0 6 4 -1.</_>
                <_>0 2 6 2 2.</_>
                <_>0 0 0 0 0.</_></rects>
              <tilted>0</tilted></feature>
            <threshold>1.5e-003</threshold>
            <left_val>+0.25</left_val>
            <right_node>1</right_node></_>
          <_>
            <feature><rects><_>6 1 4 3 -1.</_></rects><tilted>1</tilted></feature>
            <threshold>-2</threshold>
            <left_val>1.</left_val>
            <right_val>-1</right_val></_></_></trees>
      <stage_threshold>0.5</stage_threshold>
      <parent>-1</parent>
      <next>-1</next></_></stages></thing>
</opencv_storage>
)";

TEST(CascadeXml, ReadsWhatItWrites) {
  EXPECT_EQ(parsed(haar_text()), test::small_haar());
  EXPECT_EQ(parsed(cascade_xml(OpenCvCascade(test::small_lbp()))), test::small_lbp());
}

TEST(CascadeXml, ReadsTheOldFormat) {
  const OpenCvCascadeParts parts = parsed(kOld);
  EXPECT_EQ(parts.width, 12);
  EXPECT_EQ(parts.height, 10);
  EXPECT_EQ(parts.label, "thing");
  const std::vector<OpenCvHaar> features{{.rects = {{0, 0, 6, 4, -1}, {0, 2, 6, 2, 2}}, .tilted = false},
                                         {.rects = {{6, 1, 4, 3, -1}}, .tilted = true}};
  EXPECT_EQ(std::get<0>(parts.features), features);
  const OpenCvTree tree{.nodes = {{.left = 0, .right = 1, .feature = 0, .threshold = 0.0015f},
                                  {.left = -1, .right = -2, .feature = 1, .threshold = -2}},
                        .leaves = {0.25f, 1, -1}};
  ASSERT_EQ(parts.stages.size(), 1u);
  EXPECT_EQ(parts.stages[0], (OpenCvStage{.trees = {tree}, .threshold = 0.5f}));
}

TEST(CascadeXml, NamesTheLineOfWhatIsWrong) {
  expect_refused(replaced(kOld, "1.5e-003", "1.5x"), "f.xml:17: <threshold> contains \"1.5x\"");
  expect_refused(replaced(kOld, "1.5e-003", "no"), "<threshold> contains \"no\"");
  expect_refused(replaced(kOld, "0 2 6 2 2.", "0 2 6 2"), "f.xml:14: <_> contains 4 numbers, expected 5");
  expect_refused(replaced(kOld, "<threshold>1.5e-003</threshold>", ""), "f.xml:10: <_> has no <threshold>");
  expect_refused(replaced(kOld, "<right_node>1<", "<right_node>0<"), "<right_node> must be");
  expect_refused(replaced(kOld, "</trees>", ""), "f.xml:");
}

TEST(CascadeXml, NamesWhatTheCascadeRefuses) {
  expect_refused(replaced(kOld, "0 2 6 2 2.", "0 2 6 9 1."), "f.xml: rectangle 1 of feature 0");
  expect_refused(replaced(kOld, "0 2 6 2 2.", "0 2 99999999999 2 1"), "f.xml: rectangle 1 of feature 0");
  expect_refused(replaced(kOld, "0 2 6 2 2.", "0 2 6 2 .Nan"), "<_> contains NaN");
  expect_refused(replaced(kOld, "<right_node>1<", "<right_node>7<"), "f.xml: tree 0 of stage 0: node 0");
}

TEST(CascadeXml, RefusesWhatOpenCvDoesNotLoad) {
  const std::string text = haar_text();
  expect_refused(replaced(text, ">BOOST<", ">SVM<"), "f.xml:4: <stageType>");
  expect_refused(replaced(text, ">HAAR<", ">HOG<"), "<featureType> must be HAAR or LBP");
  expect_refused(replaced(text, "<maxCatCount>0<", "<maxCatCount>256<"), "<maxCatCount>");
  expect_refused(replaced(text, "<width>12</width>", ""), "<cascade> has no <width>");
  expect_refused(replaced(text, "<internalNodes>0 -1 0 ", "<internalNodes>0 -1 "),
                 "<internalNodes> contains 3 numbers");
  expect_refused("<opencv_storage/>", "is not an OpenCV cascade");
  expect_refused("<opencv_storage><pca/></opencv_storage>", "is not a cascade");
  expect_refused("<annotation><object/></annotation>", "is not an OpenCV cascade");
  expect_refused("", "f.xml");
}

TEST(CascadeXml, ReadsWhateverOpenCvsReaderTakes) {
  const std::string declaration = "<?xml version=\"1.0\"?>\n", text = haar_text();
  ASSERT_TRUE(text.starts_with(declaration));
  const std::string body = text.substr(declaration.size()), features = "<features>";
  std::string dos = text;
  for (std::size_t end = dos.find('\n'); end != std::string::npos; end = dos.find('\n', end + 2))
    dos.replace(end, 1, "\r\n");
  for (const std::string& variant :
       {declaration + "<!------ license ------->\n" + body,
        replaced(text, features, "<!-- a -- b --><features>"),
        replaced(text, features, "<!-- \xe9 --><features>"),
        replaced(text, "\"?>", "\" encoding=\"ISO-8859-1\"?>"),
        replaced(text, features, "<name>\xb5\xe9</name><features>"), text + "\nand more",
        text + std::string(40, '\0'), text + text, dos, body, "\xef\xbb\xbf" + text,
        replaced(text, ">BOOST<", ">\"BOOST\"<"), replaced(text, "<cascade", "<cascade b='1' a = \"2\""),
        replaced(text, "?>", " standalone='no' ?>"), test::gzip(text),
        test::gzip(text.substr(0, 99)) + test::gzip(text.substr(99))})
    EXPECT_EQ(parsed(variant), test::small_haar()) << variant;
}

TEST(CascadeXml, IsLabeledByItsFileWithoutEndings) {
  EXPECT_EQ(parse_cascade_xml(test::gzip(haar_text()), "/far/thing.xml.gz").label(), "thing");
  EXPECT_EQ(parse_cascade_xml(haar_text(), "thing.v2.xml").label(), "thing.v2");
}

// haarcascade_mcs_upperbody has such leaves.
TEST(CascadeXml, ReadsLeavesOfSomeMillionsAndInfiniteThresholds) {
  EXPECT_EQ(parsed(replaced(kOld, "<right_val>-1<", "<right_val>-2183168.<")).stages[0].trees[0].leaves[2],
            -2183168.0f);
  EXPECT_EQ(
      parsed(replaced(kOld, "<threshold>-2<", "<threshold>-.Inf<")).stages[0].trees[0].nodes[1].threshold,
      -std::numeric_limits<float>::max());
}

/// The leaves of the only tree of kOld with another last leaf.
float last_leaf(const std::string& written) {
  return parsed(replaced(kOld, "<right_val>-1<", "<right_val>" + written + "<"))
      .stages[0]
      .trees[0]
      .leaves.back();
}

// A sum that is none is not below a threshold, so OpenCV lets such windows pass.
TEST(CascadeXml, ReadsLeavesThatAreInfiniteOrNoneAsOnesThatDecideAlike) {
  for (const char* const passes : {".Nan", "-.Nan", ".Inf", "inf", "-inf", "nan", "1e39", "1e999"})
    EXPECT_EQ(last_leaf(passes), OpenCvCascade::kMaxVote) << passes;
  for (const char* const fails : {"-.Inf", "-1e39", "-2e30"}) EXPECT_EQ(last_leaf(fails), -1e24f) << fails;
  const OpenCvStage none =
      parsed(replaced(kOld, "<stage_threshold>0.5<", "<stage_threshold>.Nan<")).stages[0];
  EXPECT_EQ(none.threshold, -std::numeric_limits<float>::max());
}

TEST(CascadeXml, ReadsNumbersAsOpenCvDoes) {
  const OpenCvCascadeParts plain = parsed(kOld);
  for (const auto& [from, to] : {std::pair{"12 10<", "0xC 012<"},
                                 {"12 10<", "12.4 9.5<"},
                                 {"12 10<", "11.5 10.5<"},
                                 {"0 2 6 2 2.", "0.4 1.6 6.2 +2 0x2"},
                                 {">1</tilted>", ">true</tilted>"},
                                 {"<_>0 0 0 0 0.</_>", "<_>0 0 0 0 0.</_><_>1 1 2 2 1.</_>"}})
    EXPECT_EQ(parsed(replaced(kOld, from, to)), plain) << to;
}

constexpr std::string_view kYaml = R"(%YAML:1.0
---
thing:
   stageType: BOOST
   featureType: HAAR
   height: 10
   width: 12
   featureParams: { maxCatCount:0 }
   stages:
      -
         stageThreshold: 5.0000000000000000e-01
         weakClassifiers:
            -
               internalNodes: [ 0, -1, 0, 1.5e-03 ]
               leafValues: [ .25, -1. ]
   features:
      -
         rects:
            - [ 0, 0, 6, 4, -1. ]
            - [ 0, 2, 6, 2, 2. ]
         tilted: 0
)";

constexpr std::string_view kJson = R"({ "thing": {
  "stageType": "BOOST", "featureType": "HAAR", "height": 10, "width": 12,
  "featureParams": { "maxCatCount": 0 },
  "stages": [ { "stageThreshold": 0.5, "weakClassifiers": [
    { "internalNodes": [ 0, -1, 0, 1.5e-03 ], "leafValues": [ 0.25, -1.0 ] } ] } ],
  "features": [ { "rects": [ [ 0, 0, 6, 4, -1.0 ], [ 0, 2, 6, 2, 2.0 ] ], "tilted": 0 } ]
} })";

TEST(CascadeXml, ReadsYamlAndJson) {
  const OpenCvCascadeParts expected{
      .width = 12,
      .height = 10,
      .label = "thing",
      .features = std::vector<OpenCvHaar>{{.rects = {{0, 0, 6, 4, -1}, {0, 2, 6, 2, 2}}, .tilted = false}},
      .stages = {{.trees = {{.nodes = {{.left = 0, .right = -1, .feature = 0, .threshold = 0.0015f}},
                             .leaves = {0.25f, -1}}},
                  .threshold = 0.5f}}};
  for (const std::string& text : {std::string(kYaml), std::string(kJson), "\n " + std::string(kJson)}) {
    EXPECT_EQ(parsed(text), expected) << text;
    EXPECT_EQ(parse_cascade_xml(test::gzip(text), "thing.yml.gz").parts(), expected);
  }
}

TEST(CascadeXml, RefusesOtherYamlAndJson) {
  expect_refused("{\"message\":\"Not Found\"}", "f.xml: <message> is not a cascade");
  expect_refused("{", "f.xml: ");
  expect_refused("{}", "f.xml: ");
  expect_refused("{\"a\": [1, 2", "f.xml: cannot be read as OpenCV's YAML or JSON");
  expect_refused("%YAML:1.0\n---\n", "f.xml: ");
  expect_refused("%YAML:1.0\n--- [1, 2\n", "f.xml: ");
  expect_refused("{\"a\": " + std::string(100'000, '['), "nests fields deeper");
  expect_refused("%YAML:1.0\n---\na:\n  " + std::string(100'000, '-'), "f.xml: ");
  std::string dashes = "%YAML:1.0\n---\na:\n";
  for (int i = 0; i < 10'000; ++i) dashes += "- ";
  expect_refused(dashes, "nests fields deeper");
  expect_refused(
      replaced(std::string(kJson), "\"width\": 12,", "\"width\": 12, \"x\": [[[[[[[[[[[[[1]]]]]]]]]]]]], "),
      "nests fields deeper");
  expect_refused(std::string(kYaml) + '\0', "zero byte");
}

TEST(CascadeXml, NamesFilesThatAreGivenInItsPlace) {
  expect_refused("\n<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"></head></html>",
                 "is a web page");
  expect_refused("<HTML><body/></HTML>", "is a web page");
  expect_refused("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n", "git lfs pull");
  expect_refused("<opencv_storage><params><stageType>BOOST</stageType></params></opencv_storage>",
                 "cascade.xml");
  expect_refused("<opencv_storage><stage0><weakClassifiers/></stage0></opencv_storage>",
                 "is one stage of a training");
  expect_refused(test::gzip("<html/>"), "is a web page");
  expect_refused(test::gzip(haar_text()).substr(0, 200), "f.xml: is truncated");
}

TEST(CascadeXml, BoundsItsDepthAndSize) {
  std::string deep;
  for (int i = 0; i < 10'000; ++i) deep += "<_>";
  expect_refused(deep, "deep");
  expect_refused(std::string(kMaxCascadeXmlBytes + 1, ' '), "too large");
  expect_refused(test::gzip(std::string(kMaxCascadeXmlBytes + 1, ' ')), "too large");
  test::expect_error([] { load_cascade_xml("/no/such/file.xml"); }, Kind::model, "/no/such/file.xml");
}

}  // namespace
}  // namespace ocelli::internal::cascade_xml_test
