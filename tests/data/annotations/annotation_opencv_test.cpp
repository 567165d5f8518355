#include "ocelli/data/annotations/annotation_readers.hpp"

#include <gmock/gmock.h>

#include "data/annotation_problem.hpp"

namespace ocelli::internal::annotation_opencv_test {
namespace {

using test::problem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Annotations parse(std::string_view text) { return parse_opencv_annotations(text, "base", "info.dat"); }

TEST(AnnotationOpencv, ReadsBoxesOfEveryLine) {
  const Annotations read = parse("img/a.jpg  2  1 2 30 40   50 60 70 80\r\nimg/b.jpg\t1\t5 6 7 8\r\n");
  ASSERT_THAT(read.problems, IsEmpty());
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_EQ(read.images[0].path, "base/img/a.jpg");
  EXPECT_THAT(read.images[0].objects, ElementsAre(AnnotatedObject{.box = {1, 2, 30, 40}, .line = 1},
                                                  AnnotatedObject{.box = {50, 60, 70, 80}, .line = 1}));
  EXPECT_THAT(read.images[1].objects, ElementsAre(AnnotatedObject{.box = {5, 6, 7, 8}, .line = 2}));
}

TEST(AnnotationOpencv, TakesAPathAloneOrACountOfZeroForAnImageWithoutObjects) {
  const Annotations read = parse("a 1 1 1 5 5\nb\nc 0\n");
  ASSERT_THAT(read.problems, IsEmpty());
  ASSERT_THAT(read.images, SizeIs(3));
  EXPECT_THAT(read.images[1].objects, IsEmpty());
  EXPECT_THAT(read.images[2].objects, IsEmpty());
}

TEST(AnnotationOpencv, TakesEveryLineOfABackgroundListForAPath) {
  const Annotations read = parse("# backgrounds\nneg/a b.jpg\n\n  neg/holiday 2019 1.jpg  \n/abs/c.png\n");
  ASSERT_THAT(read.problems, IsEmpty());
  ASSERT_THAT(read.images, SizeIs(3));
  EXPECT_EQ(read.images[0].path, "base/neg/a b.jpg");
  EXPECT_EQ(read.images[1].path, "base/neg/holiday 2019 1.jpg");
  EXPECT_EQ(read.images[2].path, "/abs/c.png");
  EXPECT_EQ(read.images[2].line, 5);
}

TEST(AnnotationOpencv, TakesPathsWithBlanks) {
  const Annotations read = parse(
      "my photos/a 1.jpg 1 5 6 7 8\n\"b 2 1 1 5 5.jpg\" 2 1 1 5 5 2 2 6 6\nmy photos/c.jpg\n\"d e\" 0\n"
      "my photos/f.jpg 2 1 2 3 4\n'my g' 1 5 6 7 8\nmy h 1 5 6 7 8\n");
  EXPECT_THAT(
      read.problems,
      ElementsAre(problem("info.dat:5", "expected 2 boxes of four numbers each for 'my photos/f.jpg'")));
  ASSERT_THAT(read.images, SizeIs(6));
  EXPECT_EQ(read.images[4].path, "base/my g");
  EXPECT_EQ(read.images[5].path, "base/my h");
  EXPECT_EQ(read.images[0].path, "base/my photos/a 1.jpg");
  EXPECT_EQ(read.images[0].objects.at(0).box, (Box{5, 6, 7, 8}));
  EXPECT_EQ(read.images[1].path, "base/b 2 1 1 5 5.jpg");
  EXPECT_THAT(read.images[1].objects, SizeIs(2));
  EXPECT_EQ(read.images[2].path, "base/my photos/c.jpg");
  EXPECT_EQ(read.images[3].path, "base/d e");
}

TEST(AnnotationOpencv, NamesTheLineOfEveryBadEntryAndUsesTheRest) {
  const Annotations read = parse(
      "a 1 1 2 3 4\n"
      "b 2 1 2 3 4\n"
      "c x 1 2 3 4\n"
      "d 1 1 2 3 four\n"
      "e 1 1 2 -3 4\n"
      "f 2 1 1 5 5 1 1 0 5\n"
      "g -1\n"
      "h 99999999999 1\n"
      "i 1 nan 2 3 4\n"
      "z 1 5 6 7 8\n");
  EXPECT_THAT(read.problems,
              ElementsAre(problem("info.dat:2", "expected 2 boxes of four numbers each for "),
                          problem("info.dat:3", "the number of boxes must be an integer, got 'x'"),
                          problem("info.dat:4", "h must be a number, got 'four'"),
                          problem("info.dat:5", "must be above 0"), problem("info.dat:6", "must be above 0"),
                          problem("info.dat:7", "the number of boxes must be an integer, got '-1'"),
                          problem("info.dat:8", "the number of boxes must be an integer, got '99999999999'"),
                          problem("info.dat:9", "x must be a number, got 'nan'")));
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_EQ(read.images[1].path, "base/z");
}

TEST(AnnotationOpencv, TakesAWrongNumberForAMistakeWhereNoOtherLineHasBoxesToo) {
  const Annotations read = parse("photos/a.jpg 2 1 2 3 4\n");
  EXPECT_THAT(read.images, IsEmpty());
  EXPECT_THAT(read.problems,
              ElementsAre(problem("info.dat:1", "expected 2 boxes of four numbers each for 'photos/a.jpg'")));
  EXPECT_THAT(parse("day 2 in.jpg\nday 3 4.jpg\n").problems, IsEmpty()) << "names with spaces";
}

TEST(AnnotationOpencv, ReadsNothingFromAnEmptyText) {
  EXPECT_THAT(parse("").images, IsEmpty());
  EXPECT_THAT(parse("\r\n\n").images, IsEmpty());
}

TEST(AnnotationOpencv, BoundsTheBoxesOfAnImage) {
  std::string text;
  for (std::size_t i = 0; i <= AnnotationLimits::boxes_per_image; ++i) text += "a 1 0 0 5 5\n";
  const Annotations read = parse(text);
  EXPECT_THAT(read.images.at(0).objects, SizeIs(AnnotationLimits::boxes_per_image));
  EXPECT_THAT(read.problems, ElementsAre(problem("info.dat:65537", "more than 65536 boxes in one image")));
}

}  // namespace
}  // namespace ocelli::internal::annotation_opencv_test
