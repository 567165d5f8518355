#include "ocelli/data/annotations/annotation_readers.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/annotation_problem.hpp"
#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::annotation_coco_test {
namespace {

using test::expect_error;
using test::problem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Annotations parse(std::string_view text) { return parse_coco_annotations(text, "photos", "a.json"); }

constexpr const char* kSigns = R"({
  "info": {"year": 2020, "nested": {"id": 9, "list": [{"id": 1}]}},
  "categories": [{"id": 3, "name": "stop sign", "supercategory": "road"}, {"id": 7, "name": "car"}],
  "images": [
    {"id": 1, "file_name": "a.jpg", "width": 100, "height": 80},
    {"id": 2, "file_name": "b.jpg", "width": 100, "height": 80}],
  "annotations": [
    {"id": 11, "image_id": 1, "category_id": 3, "bbox": [10.5, 20, 30, 40], "iscrowd": 0,
     "segmentation": [[10.5, 20, 40.5, 20, 40.5, 60]], "area": 600},
    {"id": 12, "image_id": 1, "category_id": 7, "bbox": [0, 0, 5, 5], "iscrowd": 1,
     "segmentation": {"counts": [1, 2, 3], "size": [80, 100]}}]
})";

TEST(AnnotationCoco, JoinsImagesObjectsAndCategories) {
  const Annotations read = parse(kSigns);
  EXPECT_THAT(read.problems, IsEmpty());
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_EQ(read.images[0].path, "photos/a.jpg");
  EXPECT_EQ(read.images[0].line, 5);
  EXPECT_THAT(read.images[0].objects,
              ElementsAre(AnnotatedObject{.box = {10.5, 20, 30, 40}, .label = "stop sign", .line = 8},
                          AnnotatedObject{.box = {0, 0, 5, 5}, .ignored = true, .label = "car", .line = 10}));
  EXPECT_THAT(read.images[1].objects, IsEmpty()) << "nothing is marked in it";
}

TEST(AnnotationCoco, JoinsListsInAnyOrderAndIdsThatAreText) {
  const Annotations read =
      parse(R"({"annotations": [{"image_id": "x", "category_id": 1, "bbox": [1, 2, 3, 4]}],
    "images": [{"file_name": "a.jpg", "id": "x"}]})");
  ASSERT_THAT(read.images, SizeIs(1));
  ASSERT_THAT(read.images[0].objects, SizeIs(1));
  EXPECT_EQ(read.images[0].objects[0].label, "") << "where no category has a name";
}

TEST(AnnotationCoco, NamesLineAndIdOfEveryBadObjectAndUsesTheRest) {
  const Annotations read = parse(R"({"images": [{"id": 1, "file_name": "a.jpg", "width": 50, "height": 50},
    {"id": 2, "file_name": "b.jpg"}, {"id": 1, "file_name": "c.jpg"}, {"id": 5}, {"file_name": "d.jpg"}],
  "categories": [{"id": 1, "name": "n"}],
  "annotations": [
    {"id": 1, "image_id": 9, "category_id": 1, "bbox": [1, 1, 5, 5]},
    {"id": 2, "image_id": 1, "category_id": 8, "bbox": [1, 1, 5, 5]},
    {"id": 3, "image_id": 1, "category_id": 1, "bbox": [1, 1, 5]},
    {"id": 4, "image_id": 1, "category_id": 1, "bbox": [1, 1, 5, 0]},
    {"id": 5, "image_id": 1, "category_id": 1, "bbox": [60, 1, 5, 5]},
    {"id": 6, "image_id": 2, "category_id": 1, "bbox": [1, 1, 1e30, 5]},
    {"id": 7, "image_id": 1, "category_id": 1, "bbox": [1, 1, 5, 5]}]})");
  EXPECT_THAT(read.problems, ElementsAre(problem("a.json:2", "the same id as another image"),
                                         problem("a.json:2", "expected the name of an image"),
                                         problem("a.json:2", "an image has no id: 'd.jpg'"),
                                         problem("a.json:5", "annotation '1': no image has the id '9'"),
                                         problem("a.json:6", "annotation '2': no category has the id"),
                                         problem("a.json:7", "annotation '3': expected four numbers in bbox"),
                                         problem("a.json:8", "annotation '4': the box is"),
                                         problem("a.json:9", "outside its image of 50 x 50"),
                                         problem("a.json:10", "out of range")));
  ASSERT_THAT(read.images, SizeIs(2)) << "b.jpg is not known to hold nothing";
  EXPECT_EQ(read.images[0].path, "photos/a.jpg");
  EXPECT_THAT(read.images[0].objects, SizeIs(1));
  EXPECT_EQ(read.images[1].path, "photos/c.jpg");
}

TEST(AnnotationCoco, RefusesWhatIsNoDataSet) {
  const auto refused = [](std::string_view text, const char* part) {
    expect_error([&] { parse(text); }, Kind::input, part);
  };
  refused("{\"images\": [", "a.json:1: is not well-formed JSON");
  refused("{\"images\":\n [}", "a.json:2: is not well-formed JSON");
  refused("", "is not well-formed JSON");
  refused("[{\"image_id\": 1, \"bbox\": [1, 2, 3, 4]}]", "is a list, such as of results");
  refused("{\"shapes\": []}", "has no list \"images\"");
  refused("{\"images\": " + std::string(100'000, '['), "nests values more than 64 deep");
  refused("7", "has no list");
}

TEST(AnnotationCoco, FindsImagesWhereTheUsualLayoutsHaveThem) {
  const test::TemporaryFolder folder;
  const std::string text = R"({"images": [{"id": 1, "file_name": "a.jpg"}]})";
  const auto file = folder.write("annotations/instances_val2017.json", text);
  for (const char* place : {"annotations/a.jpg", "val2017/a.jpg", "images/a.jpg", "images/val2017/a.jpg"}) {
    const auto image = folder.write(place, "");
    const Annotations read = read_annotations(file);
    ASSERT_THAT(read.images, SizeIs(1)) << place;
    EXPECT_EQ(read.images[0].path, image);
    std::filesystem::remove(image);
  }
  folder.write("val2017/a.jpg", "");
  EXPECT_THAT(read_annotations(folder.path() / "annotations").images, SizeIs(1)) << "a folder with one file";
}

TEST(AnnotationCoco, TakesTheBoxAroundPolygonsAndNumbersInTexts) {
  const Annotations read = parse_coco_annotations(
      R"({"images":[{"id":"1","file_name":"a.jpg","width":"92","height":"112"}],
"annotations":[{"id":1,"image_id":"1","segmentation":[[5,10,75,10,75,20],[30,90,31,90]]},
{"id":2,"image_id":1,"bbox":["5","10","70","80"]},
{"id":3,"image_id":1,"segmentation":{"counts":[1,2,3],"size":[112,92]}},
{"id":4,"image_id":1,"segmentation":[5,10,75,90]}]})",
      "", "c.json");
  EXPECT_THAT(read.problems, testing::ElementsAre(
                                 test::problem("c.json:4", "annotation '3': expected four numbers in bbox")));
  ASSERT_EQ(read.images.size(), 1u);
  ASSERT_EQ(read.images[0].objects.size(), 3u);
  for (const AnnotatedObject& object : read.images[0].objects) EXPECT_EQ(object.box, (Box{5, 10, 70, 80}));
}

}  // namespace
}  // namespace ocelli::internal::annotation_coco_test
