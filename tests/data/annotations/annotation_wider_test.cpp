#include "ocelli/data/annotations/annotation_readers.hpp"

#include <gmock/gmock.h>

#include "data/annotation_problem.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::annotation_wider_test {
namespace {

using test::problem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(AnnotationWider, ReadsFacesAndHonorsInvalid) {
  const Annotations read = parse_wider_annotations(
      "0--Parade/0_Parade 1.jpg\n2\n5 10 70 80 0 0 0 0 0 0 \n1 2 3 4 0 0 0 1 0 0\n"
      "b.jpg\n0\n0 0 0 0 0 0 0 0 0 0\nc.jpg\n1\n1 2 0 4 0 0 0 0 0 0\n",
      "w.txt");
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_EQ(read.images[0].path, "0--Parade/0_Parade 1.jpg");
  EXPECT_THAT(read.images[0].objects,
              ElementsAre(AnnotatedObject{.box = {5, 10, 70, 80}, .label = "face", .line = 3},
                          AnnotatedObject{.box = {1, 2, 3, 4}, .ignored = true, .label = "face", .line = 4}));
  EXPECT_THAT(read.images[1].objects, IsEmpty());
  EXPECT_THAT(read.problems, ElementsAre(problem("w.txt:10", "must be above 0")));
}

TEST(AnnotationWider, GoesOnAfterALineOutOfPlace) {
  const Annotations read =
      parse_wider_annotations("a.jpg\n2\n5 10 70 80\nb.jpg\nx\nc.jpg\n1\n1 2 3 4\n9 9 9 9\n", "w.txt");
  EXPECT_THAT(read.problems,
              ElementsAre(problem("w.txt:1", "expected 2 faces for"),
                          problem("w.txt:4", "expected the number of faces after the name of the image"),
                          problem("w.txt:5", "expected the name of an image"),
                          problem("w.txt:9", "expected the name of an image")));
  EXPECT_THAT(read.images, SizeIs(2));
}

TEST(AnnotationWider, FindsItsImagesBesideTheSplit) {
  const test::TemporaryFolder folder;
  const auto photo = folder.write("WIDER_val/images/0--Parade/a.jpg", "");
  const auto file = folder.write("wider_face_split/wider_face_val_bbx_gt.txt",
                                 "0--Parade/a.jpg\n1\n5 10 70 80 0 0 0 0 0 0\n");
  EXPECT_EQ(read_annotations(file).images.at(0).path, photo);
}

}  // namespace
}  // namespace ocelli::internal::annotation_wider_test
