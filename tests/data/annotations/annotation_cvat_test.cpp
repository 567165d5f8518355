#include "ocelli/data/annotations/annotation_readers.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/annotation_problem.hpp"
#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::annotation_cvat_test {
namespace {

using test::expect_error;
using test::problem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::string images(const std::string& inside) {
  return "<?xml version=\"1.0\"?>\n<annotations><version>1.1</version>\n" + inside + "</annotations>\n";
}

TEST(AnnotationCvat, ReadsTheBoxesOfImages) {
  const Annotations read = parse_cvat_annotations(
      images(
          "<image id=\"0\" name=\"a.jpg\" width=\"92\" height=\"112\">\n"
          "<box label=\"thing\" xtl=\"5.00\" ytl=\"10.00\" xbr=\"75.00\" ybr=\"90.00\"></box>\n"
          "<polygon label=\"other\" points=\"1,2;31,2;31,42\"><attribute name=\"difficult\">true</attribute>"
          "</polygon></image><image id=\"1\" name=\"b.jpg\" width=\"9\" height=\"9\"/>"),
      "c.xml");
  EXPECT_THAT(read.problems, IsEmpty());
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_THAT(
      read.images[0].objects,
      ElementsAre(AnnotatedObject{.box = {5, 10, 70, 80}, .label = "thing", .line = 4},
                  AnnotatedObject{.box = {1, 2, 30, 40}, .ignored = true, .label = "other", .line = 5}));
  EXPECT_THAT(read.images[1].objects, IsEmpty());
}

TEST(AnnotationCvat, ReadsTheTracksOfVideo) {
  const Annotations read = parse_cvat_annotations(
      images("<track id=\"0\" label=\"car\">"
             "<box frame=\"3\" outside=\"0\" xtl=\"1\" ytl=\"2\" xbr=\"11\" ybr=\"22\"/>"
             "<box frame=\"4\" outside=\"1\" xtl=\"1\" ytl=\"2\" xbr=\"11\" ybr=\"22\"/></track>"),
      "c.xml");
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_EQ(read.images[0].path, "frame_000003");
  EXPECT_EQ(read.images[0].objects.at(0).label, "car");
  EXPECT_THAT(read.images[1].objects, IsEmpty());
}

TEST(AnnotationCvat, NamesTheLineOfEveryBadShape) {
  const Annotations read =
      parse_cvat_annotations(images("<image name=\"a.jpg\" width=\"92\" height=\"112\">\n"
                                    "<box label=\"t\" xtl=\"x\" ytl=\"1\" xbr=\"7\" ybr=\"9\"/>\n"
                                    "<points label=\"t\" points=\"1,2\"/>\n"
                                    "<box label=\"t\" xtl=\"200\" ytl=\"1\" xbr=\"270\" ybr=\"9\"/>\n"
                                    "<box label=\"t\" ytl=\"1\" xbr=\"7\" ybr=\"9\"/></image>"),
                             "c.xml");
  EXPECT_THAT(read.images, IsEmpty()) << "nobody knows what is in the image";
  EXPECT_THAT(read.problems,
              ElementsAre(problem("c.xml:4", "xtl must be a number, got 'x'"),
                          problem("c.xml:5", "unsupported shape 'points'"),
                          problem("c.xml:6", "outside its image"), problem("c.xml:7", "no attribute xtl")));
  expect_error([] { parse_cvat_annotations("<dataset/>", "c.xml"); }, Kind::input, "<annotations>");
}

TEST(AnnotationCvat, IsKnownByItsRootAndReadFromAFolder) {
  const test::TemporaryFolder folder;
  folder.write("images/frame_000003.PNG", "");
  folder.write("annotations.xml",
               images("<track label=\"car\"><box frame=\"3\" outside=\"0\" xtl=\"1\" ytl=\"2\" "
                      "xbr=\"11\" ybr=\"22\"/></track>"));
  const Annotations read = read_annotations(folder.path());
  EXPECT_EQ(read.images.at(0).path, folder.path() / "images/frame_000003.PNG");
}

}  // namespace
}  // namespace ocelli::internal::annotation_cvat_test
