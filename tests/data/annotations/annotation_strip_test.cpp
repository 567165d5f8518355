#include "ocelli/data/annotations/annotation_strip.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal::annotation_strip_test {
namespace {

using test::error_of;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Two cells of 3 x 2 pixels with the values 0 .. 11.
const std::string kPixels("\0\1\2\3\4\5\6\7\10\11\12\13", 12);

TEST(AnnotationStrip, MakesEveryCellAnImageFilledByItsObject) {
  const Annotations read = parse_strip_csv("index,source_name\n0,a.png\n1,b.png\n", {"s.pgm", 3, 4}, "s.csv");
  ASSERT_THAT(read.problems, IsEmpty());
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_EQ(read.images[1].path, "s.pgm");
  EXPECT_EQ(read.images[1].strip_cell, (StripCell{.index = 1, .height = 2}));
  EXPECT_EQ(read.images[1].objects.at(0).box, (Box{0, 0, 3, 2}));
  EXPECT_EQ(read.images[1].line, 3);
}

TEST(AnnotationStrip, ReportsBadAndRepeatedIndices) {
  const Annotations read = parse_strip_csv("index\n0\n-1\n4\n0\n", {"s.pgm", 3, 8}, "s.csv");
  EXPECT_THAT(read.images, SizeIs(1));
  ASSERT_THAT(read.problems, SizeIs(3));
  EXPECT_EQ(read.problems[0].where, "s.csv:3");
  EXPECT_THAT(read.problems[1].message, HasSubstr("index must be an integer from 0 to 3, got '4'"));
  EXPECT_THAT(read.problems[2].message, HasSubstr("lists cell 0 again"));
}

TEST(AnnotationStrip, RefusesATableThatDoesNotFitItsStrip) {
  EXPECT_THAT(error_of([] {
                parse_strip_csv("index\n0\n1\n2\n", {"s.pgm", 3, 4}, "s.csv");
              }).what(),
              HasSubstr("s.csv: lists 3 cells, but the 4 rows of s.pgm"));
  EXPECT_THAT(error_of([] {
                parse_strip_csv("index\n", {"s.pgm", 3, 4}, "s.csv");
              }).what(),
              HasSubstr("lists no cells"));
  EXPECT_THAT(error_of([] {
                parse_strip_csv("a\n0\n", {"s.pgm", 3, 4}, "s.csv");
              }).what(),
              HasSubstr("no column 'index'"));
}

TEST(AnnotationStrip, ReadsOneCell) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("s.pgm", "P5\n# a comment\n3 4\n255\n" + kPixels);
  EXPECT_EQ(read_strip(path).height, 4);
  const cv::Mat cell = read_strip_cell(path, {.index = 1, .height = 2});
  ASSERT_EQ(cell.size(), cv::Size(3, 2));
  EXPECT_EQ(cell.at<unsigned char>(0, 0), 6);
  EXPECT_EQ(cell.at<unsigned char>(1, 2), 11);
  EXPECT_THAT(error_of([&] { read_strip_cell(path, {.index = 2, .height = 2}); }).what(),
              HasSubstr("has no cell 2"));
  const AnnotatedImage image{.path = path, .strip_cell = StripCell{.index = 0, .height = 2}};
  EXPECT_EQ(read_gray(image).at<unsigned char>(1, 0), 3);
}

TEST(AnnotationStrip, RefusesFilesThatAreNoStrip) {
  const test::TemporaryFolder folder;
  const auto message_of = [&](std::string_view content) {
    const auto path = folder.write("s.pgm", content);
    return std::string(error_of([&] { read_strip(path); }).what());
  };
  EXPECT_THAT(message_of("P5\n3 4\n255\n" + kPixels.substr(1)), HasSubstr("is truncated"));
  EXPECT_THAT(message_of("P5\n3 4\n65535\n" + kPixels + kPixels), HasSubstr("expected an 8-bit binary PGM"));
  EXPECT_THAT(message_of("P5\n1000000000 1000000000\n255\n"), HasSubstr("too many pixels"));
  EXPECT_THAT(message_of(""), HasSubstr("expected an 8-bit binary PGM"));
  EXPECT_THAT(error_of([&] { read_strip(folder.path() / "none.pgm"); }).what(), HasSubstr("none.pgm"));
}

}  // namespace
}  // namespace ocelli::internal::annotation_strip_test
