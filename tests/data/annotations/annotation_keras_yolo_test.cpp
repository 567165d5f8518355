#include "ocelli/data/annotations/annotation_readers.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "data/annotation_problem.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::annotation_keras_yolo_test {
namespace {

using test::problem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(AnnotationKerasYolo, ReadsCornersAfterThePath) {
  const std::vector<std::string> classes = {"car"};
  const Annotations read = parse_keras_yolo_annotations(
      "my a.jpg 5,10,75,90,0 1,2,3,4,7\nb.jpg\nc.jpg 1,2,1,4,0\nd.jpg 1,2,x,4,0\ne.jpg 1,2,3,4,mug\n",
      classes, "k.txt");
  EXPECT_THAT(read.problems, ElementsAre(problem("k.txt:3", "must be above 0"),
                                         problem("k.txt:4", "x2 must be a number, got 'x'")));
  ASSERT_THAT(read.images, SizeIs(3));
  EXPECT_EQ(read.images[2].objects.at(0).label, "mug");
  EXPECT_EQ(read.images[0].path, "my a.jpg");
  EXPECT_THAT(read.images[0].objects,
              ElementsAre(AnnotatedObject{.box = {5, 10, 70, 80}, .label = "car", .line = 1},
                          AnnotatedObject{.box = {1, 2, 2, 2}, .label = "7", .line = 1}));
  EXPECT_THAT(read.images[1].objects, IsEmpty());
}

TEST(AnnotationKerasYolo, IsKnownByItsContent) {
  const test::TemporaryFolder folder;
  folder.write("a.jpg", "");
  folder.write("classes.txt", "mug\n");
  const Annotations read = read_annotations(folder.write("train.txt", "a.jpg 5,10,75,90,0\n"));
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_EQ(read.images[0].objects.at(0).label, "mug");
}

}  // namespace
}  // namespace ocelli::internal::annotation_keras_yolo_test
