#include "ocelli/data/annotations/annotation_readers.hpp"

#include <gmock/gmock.h>

#include "data/annotation_problem.hpp"
#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::annotation_labelme_test {
namespace {

using test::expect_error;
using test::problem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kText =
    "{\"version\":\"5.0\",\"flags\":{},\"shapes\":[\n"
    "{\"label\":\"thing\",\"points\":[[75,90],[5,10]],\"shape_type\":\"rectangle\"},\n"
    "{\"label\":\"round\",\"points\":[[20,20],[20,30]],\"shape_type\":\"circle\",\"difficult\":true},\n"
    "{\"label\":\"point\",\"points\":[[20,20]],\"shape_type\":\"point\"},\n"
    "{\"label\":\"far\",\"points\":[[200,20],[300,40]],\"shape_type\":\"rectangle\"}],\n"
    "\"imagePath\":\"..\\\\photos\\\\a.jpg\",\"imageData\":null,\"imageHeight\":112,\"imageWidth\":92}";

TEST(AnnotationLabelMe, ReadsRectanglesAndCircles) {
  const Annotations read = parse_labelme_annotations(kText, "a.json");
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_THAT(
      read.images[0].objects,
      ElementsAre(AnnotatedObject{.box = {5, 10, 70, 80}, .label = "thing", .line = 2},
                  AnnotatedObject{.box = {10, 10, 20, 20}, .ignored = true, .label = "round", .line = 3}));
  EXPECT_THAT(read.problems, ElementsAre(problem("a.json:4", "unsupported shape 'point'"),
                                         problem("a.json:5", "outside its image of 92 x 112")));
}

TEST(AnnotationLabelMe, FindsTheImageOfAFileByItsPathOrStem) {
  const test::TemporaryFolder folder;
  const auto photo = folder.write("photos/a.jpg", "");
  folder.write("labels/b.json", kText);
  EXPECT_EQ(read_annotations(folder.path() / "labels").images.at(0).path, photo) << "a folder";
  const auto own = folder.write("labels/b.png", "");
  std::filesystem::remove(photo);
  EXPECT_EQ(read_annotations(folder.path() / "labels/b.json").images.at(0).path, own);
}

TEST(AnnotationLabelMe, RefusesOtherAndDamagedJson) {
  expect_error([] { parse_labelme_annotations("{}", "a.json"); }, Kind::input, "has no list \"shapes\"");
  expect_error([] { parse_labelme_annotations("{\"shapes\":[\n", "a.json"); }, Kind::input,
               "not well-formed");
  expect_error([] { parse_labelme_annotations(std::string(100, '['), "a.json"); }, Kind::input,
               "more than 32 deep");
}

}  // namespace
}  // namespace ocelli::internal::annotation_labelme_test
