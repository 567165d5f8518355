#include "ocelli/data/annotations/annotation_readers.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/annotation_problem.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::annotation_via_test {
namespace {

using test::problem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kImages =
    "{\"a.jpg2000\":{\"filename\":\"a.jpg\",\"size\":2000,\"regions\":[\n"
    "{\"shape_attributes\":{\"name\":\"rect\",\"x\":5,\"y\":10,\"width\":70,\"height\":80},"
    "\"region_attributes\":{\"name\":\"thing\"}},\n"
    "{\"shape_attributes\":{\"name\":\"polygon\",\"all_points_x\":[1,31,31],\"all_points_y\":[2,2,42]},"
    "\"region_attributes\":{\"kind\":{\"cup\":false,\"mug\":true}}},\n"
    "{\"shape_attributes\":{\"name\":\"point\",\"cx\":5,\"cy\":10},\"region_attributes\":{}}],"
    "\"file_attributes\":{}},\"b.jpg1\":{\"filename\":\"b.jpg\",\"regions\":{}}}";

TEST(AnnotationVia, ReadsImagesAndProjects) {
  for (const std::string& text :
       {kImages, "{\"_via_settings\":{},\"_via_img_metadata\":" + kImages + ",\"_via_attributes\":{}}"}) {
    const Annotations read = parse_via_json(text, "v.json");
    ASSERT_THAT(read.images, SizeIs(2));
    EXPECT_THAT(read.images[0].objects,
                ElementsAre(AnnotatedObject{.box = {5, 10, 70, 80}, .label = "thing", .line = 2},
                            AnnotatedObject{.box = {1, 2, 30, 40}, .label = "mug", .line = 3}));
    EXPECT_THAT(read.images[1].objects, IsEmpty());
    EXPECT_THAT(read.problems, ElementsAre(problem("v.json:4", "unsupported region 'point'")));
  }
}

TEST(AnnotationVia, ReadsItsCsv) {
  const test::TemporaryFolder folder;
  const auto photo = folder.write("a.jpg", "");
  folder.write("b.jpg", "");
  const auto file = folder.write(
      "via.csv",
      "filename,file_size,file_attributes,region_count,region_id,region_shape_attributes,region_attributes\n"
      "a.jpg,2000,\"{}\",1,0,\"{\"\"name\"\":\"\"rect\"\",\"\"x\"\":5,\"\"y\"\":10,\"\"width\"\":70,"
      "\"\"height\"\":80}\",\"{\"\"class\"\":\"\"thing\"\"}\"\n"
      "b.jpg,9,\"{}\",0,0,\"{}\",\"{}\"\n");
  const Annotations read = read_annotations(file);
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_EQ(read.images[0].path, photo);
  EXPECT_EQ(read.images[0].objects.at(0),
            (AnnotatedObject{.box = {5, 10, 70, 80}, .label = "thing", .line = 2}));
  EXPECT_THAT(read.images[1].objects, IsEmpty());
}

TEST(AnnotationVia, IsKnownFromOtherJson) {
  const test::TemporaryFolder folder;
  folder.write("a.jpg", "");
  EXPECT_THAT(read_annotations(folder.write("via.json", kImages)).images, SizeIs(1));
}

}  // namespace
}  // namespace ocelli::internal::annotation_via_test
