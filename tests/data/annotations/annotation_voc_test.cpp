#include "ocelli/data/annotations/annotation_readers.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/annotation_problem.hpp"
#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::annotation_voc_test {
namespace {

using test::error_of;
using test::problem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Annotations parse(std::string_view text) { return parse_voc_annotation(text, "VOC", "a.xml"); }

constexpr const char* kTwoDogs = R"(<?xml version="1.0"?>
<annotation verified="yes">
  <!-- <object> of no importance -->
  <folder>VOC2007</folder>
  <filename>dog &amp; cat.jpg</filename>
  <size><width>100</width><height>80</height><depth>3</depth></size>
  <object>
    <name>dog</name>
    <difficult>0</difficult>
    <bndbox><xmin>1</xmin><ymin>1</ymin><xmax>1</xmax><ymax>1</ymax></bndbox>
    <part><name>head</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></part>
  </object>
  <object>
    <name>cat</name>
    <difficult>1</difficult>
    <bndbox><xmax>60</xmax><xmin>11</xmin><ymin>21</ymin><ymax>40.5</ymax></bndbox>
  </object>
</annotation>
)";

TEST(AnnotationVoc, ReadsOneBasedInclusiveBoxes) {
  const Annotations read = parse(kTwoDogs);
  ASSERT_THAT(read.problems, IsEmpty());
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_EQ(read.images[0].path, "VOC/dog & cat.jpg");
  EXPECT_THAT(
      read.images[0].objects,
      ElementsAre(AnnotatedObject{.box = {0, 0, 1, 1}, .label = "dog", .line = 7},
                  AnnotatedObject{.box = {10, 20, 50, 20.5}, .ignored = true, .label = "cat", .line = 13}));
}

TEST(AnnotationVoc, ReadsAnImageWithoutObjects) {
  const Annotations read = parse("<annotation><filename>a.jpg</filename></annotation>");
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_THAT(read.images[0].objects, IsEmpty());
}

std::string object(std::string_view box) {
  return "<object><name>n</name><bndbox>" + std::string(box) + "</bndbox></object>\n";
}

TEST(AnnotationVoc, NamesTheLineOfEveryBadObjectAndUsesTheRest) {
  const std::string good = object("<xmin>2</xmin><ymin>2</ymin><xmax>9</xmax><ymax>9</ymax>");
  const Annotations read =
      parse("<annotation><filename>a.jpg</filename><size><width>50</width><height>50</height></size>\n" +
            object("<xmin>2</xmin><ymin>2</ymin><xmax>9</xmax>") +
            object("<xmin>a</xmin><ymin>2</ymin><xmax>9</xmax><ymax>9</ymax>") +
            object("<xmin>9</xmin><ymin>2</ymin><xmax>8</xmax><ymax>9</ymax>") +
            object("<xmin>60</xmin><ymin>2</ymin><xmax>90</xmax><ymax>9</ymax>") +
            "<object><name>n</name></object>\n" + good + "</annotation>");
  EXPECT_THAT(read.problems, ElementsAre(problem("a.xml:2", "has no <bndbox.ymax>"),
                                         problem("a.xml:3", "bndbox.xmin must be a number, got 'a'"),
                                         problem("a.xml:4", "must be above 0"),
                                         problem("a.xml:5", "outside its image of 50 x 50"),
                                         problem("a.xml:6", "has no <bndbox.xmin>")));
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_THAT(read.images[0].objects, SizeIs(1));
}

TEST(AnnotationVoc, ReportsAMissingFileName) {
  const Annotations read = parse("<annotation></annotation>");
  EXPECT_THAT(read.images, IsEmpty());
  EXPECT_THAT(read.problems, ElementsAre(problem("a.xml:1", "has no <filename>")));
}

TEST(AnnotationVoc, RefusesWhatIsNotAnAnnotation) {
  EXPECT_THAT(error_of([] { parse("<html></html>"); }).what(), HasSubstr("a.xml: has the root element <"));
  EXPECT_THAT(error_of([] { parse("<annotation>\n<a>\n</b></annotation>"); }).what(),
              HasSubstr("a.xml:3: is not well-formed XML: mismatched tag"));
  EXPECT_THAT(error_of([] { parse("<annotation>\n<a x=1/></annotation>"); }).what(),
              HasSubstr("a.xml:2: is not well-formed XML"));
  EXPECT_EQ(error_of([] { parse(""); }).kind(), Kind::input);
  EXPECT_EQ(error_of([] { parse(std::string_view("\x01\0\xFF<<<>", 7)); }).kind(), Kind::input);
}

TEST(AnnotationVoc, RefusesDocumentTypesDeepNestingAndHugeTexts) {
  EXPECT_THAT(error_of([] { parse("<!DOCTYPE a [<!ENTITY b \"c\">]><annotation/>"); }).what(),
              HasSubstr("document type"));
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  EXPECT_THAT(error_of([&] { parse(deep); }).what(), HasSubstr("more than 32 deep"));
  EXPECT_THAT(error_of([] { parse(std::string((1 << 22) + 1, ' ')); }).what(), HasSubstr("too large"));
}

TEST(AnnotationVoc, ReadsAFolderInOrderAndFindsImagesInTheUsualPlaces) {
  const test::TemporaryFolder folder;
  const auto annotation = [](const std::string& file) {
    return "<annotation><filename>" + file + "</filename></annotation>";
  };
  folder.write("Annotations/b.xml", annotation("b.jpg"));
  folder.write("Annotations/a.xml", annotation("a.jpg"));
  folder.write("Annotations/c.xml", "<annotation>");
  folder.write("Annotations/notes.txt", "not an annotation");
  folder.write("Annotations/b.jpg", "");
  folder.write("JPEGImages/a.jpg", "");
  const Annotations read = read_annotations(folder.path() / "Annotations");
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_EQ(read.images[0].path, folder.path() / "JPEGImages/a.jpg");
  EXPECT_EQ(read.images[1].path, folder.path() / "Annotations/b.jpg");
  ASSERT_THAT(read.problems, SizeIs(1));
  EXPECT_THAT(read.problems[0].where, HasSubstr("c.xml"));
}

TEST(AnnotationVoc, PutsCornersInOrder) {
  const Annotations read =
      parse("<annotation><filename>a.jpg</filename>" +
            object("<xmin>75</xmin><ymin>90</ymin><xmax>6</xmax><ymax>11</ymax>") + "</annotation>");
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_EQ(read.images[0].objects.at(0).box, (Box{5, 10, 70, 80}));
}

TEST(AnnotationVoc, TakesTheUprightBoxAroundATurnedOne) {
  const Annotations read = parse_voc_annotation(
      "<annotation><filename>a.jpg</filename><object><type>robndbox</type><name>n</name><robndbox><cx>40</cx>"
      "<cy>50</cy><w>80</w><h>70</h><angle>1.5707963</angle></robndbox></object></annotation>",
      "", "a.xml");
  ASSERT_EQ(read.images.size(), 1u);
  const Box box = read.images[0].objects.at(0).box;
  EXPECT_NEAR(box.x, 5, 1e-3);
  EXPECT_NEAR(box.y, 10, 1e-3);
  EXPECT_NEAR(box.w, 70, 1e-3);
  EXPECT_NEAR(box.h, 80, 1e-3);
}

}  // namespace
}  // namespace ocelli::internal::annotation_voc_test
