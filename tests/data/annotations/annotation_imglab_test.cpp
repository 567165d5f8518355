#include "ocelli/data/annotations/annotation_readers.hpp"

#include <gmock/gmock.h>

#include "data/annotation_problem.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::annotation_imglab_test {
namespace {

using test::problem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kText =
    "<?xml version='1.0' encoding='ISO-8859-1'?>\n<?xml-stylesheet type='text/xsl' href='style.xsl'?>\n"
    "<!-- by hand -->\n<dataset><name>things</name><images>\n"
    "<image file='a.jpg'>\n<box top='10' left='5' width='70' height='80'><label>thing</label>"
    "<part name='0' x='1' y='2'/></box>\n<box top='1' left='2' width='3' height='4' ignore='1'/></image>\n"
    "<image file='b.jpg'/>\n<image file='c.jpg'><box top='1' left='2' width='0' height='4'/></image>\n"
    "</images></dataset>\n";

TEST(AnnotationImglab, ReadsBoxesAndHonorsIgnore) {
  const Annotations read = parse_imglab_annotations(kText, "t.xml");
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_THAT(read.images[0].objects,
              ElementsAre(AnnotatedObject{.box = {5, 10, 70, 80}, .label = "thing", .line = 6},
                          AnnotatedObject{.box = {2, 1, 3, 4}, .ignored = true, .line = 7}));
  EXPECT_THAT(read.images[1].objects, IsEmpty());
  EXPECT_THAT(read.problems, ElementsAre(problem("t.xml:9", "must be above 0")));
}

TEST(AnnotationImglab, IsKnownByItsRoot) {
  const test::TemporaryFolder folder;
  const auto photo = folder.write("a.jpg", "");
  EXPECT_EQ(read_annotations(folder.write("training.xml", kText)).images.at(0).path, photo);
}

}  // namespace
}  // namespace ocelli::internal::annotation_imglab_test
