#include "ocelli/data/annotations/annotation_readers.hpp"

#include <gmock/gmock.h>

#include "data/annotation_problem.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::annotation_createml_test {
namespace {

using test::problem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kText =
    R"([{"image":"a.jpg","annotations":[
{"label":"thing","coordinates":{"x":40,"y":50,"width":70,"height":80}},
{"label":"thing","coordinates":{"x":40,"width":70,"height":80}}]},
{"imagefilename":"b.jpg","annotation":[]}])";

TEST(AnnotationCreateMl, ReadsBoxesByTheirCenters) {
  const Annotations read = parse_createml_annotations(kText, "c.json");
  EXPECT_THAT(read.problems, ElementsAre(problem("c.json:3", "is missing the number 'y'")));
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_THAT(read.images[0].objects,
              ElementsAre(AnnotatedObject{.box = {5, 10, 70, 80}, .label = "thing", .line = 2}));
  EXPECT_THAT(read.images[1].objects, IsEmpty());
}

TEST(AnnotationCreateMl, IsKnownByItsContent) {
  const test::TemporaryFolder folder;
  folder.write("a.jpg", "");
  EXPECT_THAT(read_annotations(folder.write("c.json", kText)).images, SizeIs(1));
  EXPECT_THAT(read_annotations(folder.path()).images, SizeIs(1));
}

}  // namespace
}  // namespace ocelli::internal::annotation_createml_test
