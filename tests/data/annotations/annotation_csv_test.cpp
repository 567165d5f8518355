#include "ocelli/data/annotations/annotation_csv.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/annotation_problem.hpp"
#include "data/expect_error.hpp"

namespace ocelli::internal::annotation_csv_test {
namespace {

using test::error_of;
using test::problem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Annotations parse(std::string_view text) { return parse_box_csv(text, "faces", "faces.csv"); }

TEST(AnnotationCsv, ReadsABoxWithItsEyesAndLabel) {
  const Annotations read = parse(
      "image,x,y,w,h,lex,ley,rex,rey,label\n"
      "a.png,1,2.5,30,40,10,12,20,13,face\n");
  ASSERT_THAT(read.problems, IsEmpty());
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_EQ(read.images[0].path, "faces/a.png");
  EXPECT_EQ(read.images[0].line, 2);
  const AnnotatedObject expected{
      .box = {1, 2.5, 30, 40}, .label = "face", .eyes = Eyes{{10, 12}, {20, 13}}, .line = 2};
  EXPECT_THAT(read.images[0].objects, ElementsAre(expected));
}

TEST(AnnotationCsv, ReadsFiveLandmarks) {
  const Annotations read = parse(
      "image,x,y,w,h,lex,ley,rex,rey,nosex,nosey,lmx,lmy,rmx,rmy\n"
      "a.png,1,2,30,40,10,12,20,13,15,20,11,30,19,32\n"
      "b.png,1,2,30,40,10,12,20,13,,,11,30,19,32\n");
  ASSERT_THAT(read.images, SizeIs(2));
  const AnnotatedObject& face = read.images[0].objects.at(0);
  EXPECT_EQ(face.landmarks, (Landmarks{Point{10, 12}, {20, 13}, {15, 20}, {11, 30}, {19, 32}}));
  EXPECT_EQ(face.mouth, (Point{15, 31}));
  EXPECT_EQ(read.images[1].objects.at(0).landmarks, std::nullopt) << "without the nose";
  EXPECT_TRUE(read.images[1].objects.at(0).mouth.has_value());
}

TEST(AnnotationCsv, GathersTheRowsOfAnImageWhereverTheyStand) {
  const Annotations read = parse("image,x,y,w,h\na,0,0,5,5\nb,0,0,6,6\na,9,9,7,7\n");
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_THAT(read.images[0].objects, SizeIs(2));
  EXPECT_EQ(read.images[0].objects[1].line, 4);
  EXPECT_THAT(read.images[1].objects, SizeIs(1));
}

TEST(AnnotationCsv, TakesEmptyCellsForAnImageWithoutAnObject) {
  const Annotations read = parse("image,x,y,w,h,lex,ley,rex,rey\na,,,,,,,,\n");
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_THAT(read.images[0].objects, IsEmpty());
}

TEST(AnnotationCsv, FindsColumnsByName) {
  const Annotations read = parse("h,w,y,x,extra,image\n4,3,2,1,?,a\n");
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_EQ(read.images[0].objects.at(0).box, (Box{1, 2, 3, 4}));
}

TEST(AnnotationCsv, IgnoresFacesNotKnownToBeFrontal) {
  const Annotations read =
      parse("image,x,y,w,h,frontal\na,0,0,5,5,1\na,0,0,6,6,0\na,0,0,7,7,\na,0,0,8,8,x\n");
  ASSERT_THAT(read.images, SizeIs(1));
  ASSERT_THAT(read.images[0].objects, SizeIs(3));
  EXPECT_FALSE(read.images[0].objects[0].ignored);
  EXPECT_TRUE(read.images[0].objects[1].ignored);
  EXPECT_TRUE(read.images[0].objects[2].ignored);
  EXPECT_THAT(read.problems, ElementsAre(problem("faces.csv:5", "frontal must be 0 or 1, got 'x'")));
}

TEST(AnnotationCsv, CountsEveryBoxWithoutAFrontalColumn) {
  EXPECT_FALSE(parse("image,x,y,w,h\na,0,0,5,5\n").images.at(0).objects.at(0).ignored);
}

TEST(AnnotationCsv, TakesByteOrderMarksCarriageReturnsAndBlankLines) {
  const Annotations read = parse("\xEF\xBB\xBFimage, x, y, w, h\r\n\r\na, 1, 2, 3, 4\r\n");
  ASSERT_THAT(read.problems, IsEmpty());
  EXPECT_EQ(read.images.at(0).objects.at(0).box, (Box{1, 2, 3, 4}));
  EXPECT_EQ(read.images.at(0).line, 3);
}

TEST(AnnotationCsv, TakesQuotedCells) {
  const Annotations read = parse("image,x,y,w,h\n\"a, \"\"b\"\".png\",1,2,3,\"4\"\n");
  ASSERT_THAT(read.problems, IsEmpty());
  EXPECT_EQ(read.images.at(0).path, "faces/a, \"b\".png");
  EXPECT_EQ(read.images.at(0).objects.at(0).box.h, 4);
}

TEST(AnnotationCsv, NamesTheLineOfEveryBadRowAndUsesTheRest) {
  const Annotations read = parse(
      "image,x,y,w,h\n"
      "a,1,2,3,4\n"
      "b,1,2,3\n"
      "c,1,2,3,4,5\n"
      "d,one,2,3,4\n"
      "e,nan,2,3,4\n"
      "f,1,inf,3,4\n"
      "g,1,2,-3,4\n"
      "h,1,2,3,0\n"
      "i,1,,3,4\n"
      ",1,2,3,4\n"
      "\"k,1,2,3,4\n"
      "\"l\"l,1,2,3,4\n"
      "m,1e30,2,3,4\n"
      "n\a,1,2,3,4\n"
      "z,5,6,7,8\n");
  EXPECT_THAT(read.problems, ElementsAre(problem("faces.csv:3", "has 4 columns, but the header has 5"),
                                         problem("faces.csv:4", "has 6 columns"),
                                         problem("faces.csv:5", "x must be a number, got 'one'"),
                                         problem("faces.csv:6", "x must be a number, got 'nan'"),
                                         problem("faces.csv:7", "y must be a number, got 'inf'"),
                                         problem("faces.csv:8", "width and height must be above 0"),
                                         problem("faces.csv:9", "width and height must be above 0"),
                                         problem("faces.csv:10", "y must be a number, got ''"),
                                         problem("faces.csv:11", "expected the name of an image"),
                                         problem("faces.csv:12", "does not end on its line"),
                                         problem("faces.csv:13", "text follows a quoted cell"),
                                         problem("faces.csv:14", "out of range"),
                                         problem("faces.csv:15", "'n?' is not a valid file name")));
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_EQ(read.images[0].path, "faces/a");
  EXPECT_EQ(read.images[1].path, "faces/z");
}

TEST(AnnotationCsv, DoesNotTakeAnImageWithABadBoxForOneWithoutObjects) {
  EXPECT_THAT(parse("image,x,y,w,h\na,1,2,x,4\n").images, IsEmpty());
}

TEST(AnnotationCsv, RefusesATextWithoutTheNeededColumns) {
  EXPECT_THAT(error_of([] { parse("image,x,y,w\na,1,2,3\n"); }).what(),
              HasSubstr("faces.csv: has no column 'h'"));
  EXPECT_THAT(error_of([] { parse(""); }).what(), HasSubstr("faces.csv: is empty"));
  EXPECT_THAT(error_of([] { parse("\n \n"); }).what(), HasSubstr("is empty"));
  EXPECT_THAT(error_of([] { parse("\n\"image\n"); }).what(), HasSubstr("faces.csv:2: a quoted cell"));
}

TEST(AnnotationCsv, RefusesBinaryJunk) {
  std::string junk;
  for (int i = 0; i < 4096; ++i) junk += static_cast<char>(i * 37 + i / 7);
  EXPECT_EQ(error_of([&] { parse(junk); }).kind(), Kind::input);
}

TEST(AnnotationCsv, GivesUpOnATextOfBadLines) {
  std::string text = "image,x,y,w,h\n";
  for (std::size_t i = 0; i <= AnnotationLimits::problems; ++i) text += "a\n";
  EXPECT_THAT(error_of([&] { parse(text); }).what(), HasSubstr("faces.csv: more than 100000 bad lines"));
}

TEST(AnnotationCsv, SkipsALineThatIsTooLong) {
  const std::string text =
      "image,x,y,w,h\n" + std::string(AnnotationLimits::line_bytes + 1, 'a') + "\nb,1,2,3,4\n";
  const Annotations read = parse(text);
  EXPECT_THAT(read.problems, ElementsAre(problem("faces.csv:2", "more than the 1048576 allowed")));
  EXPECT_THAT(read.images, SizeIs(1));
}

}  // namespace
}  // namespace ocelli::internal::annotation_csv_test
