#include "ocelli/data/annotations/annotation_images.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::annotation_images_test {
namespace {

using test::error_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kVoc =
    "<annotation><filename>IMG_1.jpg</filename><object><name>n</name><bndbox><xmin>2</xmin><ymin>2</"
    "ymin><xmax>6"
    "</xmax><ymax>6</ymax></bndbox></object></annotation>";

TEST(FindImages, TakesTheAnnotationsOwnStemForARenamedPair) {
  const test::TemporaryFolder folder;
  const auto photo = folder.write("b.jpg", "");
  folder.write("b.XML", kVoc);
  const Annotations read = read_annotations(folder.path());
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_EQ(read.images[0].path, photo);
  ASSERT_THAT(read.notes, SizeIs(1));
  EXPECT_THAT(read.notes[0], HasSubstr("'IMG_1.jpg' is " + photo.string()));
}

TEST(FindImages, FollowsTheWindowsPathsOfLists) {
  const test::TemporaryFolder folder;
  const auto photo = folder.write("pos/a.jpg", "");
  for (const auto& [name, text] :
       {std::pair{"info.txt", "pos\\a.jpg 1 5 10 70 80\n"}, std::pair{"bg.txt", "pos\\a.jpg\n"},
        std::pair{"coco.json", R"({"images":[{"id":1,"file_name":"pos\\a.jpg"}],"annotations":[]})"}}) {
    const Annotations read = read_annotations(folder.write(name, text));
    ASSERT_THAT(read.images, SizeIs(1)) << name;
    EXPECT_EQ(read.images[0].path, photo) << name;
  }
}

TEST(FindImages, SearchesTheFoldersGiven) {
  const test::TemporaryFolder folder;
  const auto photo = folder.write("photos/day1/a.jpg", "");
  const auto list = folder.write("lists/info.dat", "a.jpg 1 1 1 5 5\n");
  EXPECT_THAT(error_of([&] { read_annotations(list); }).what(), HasSubstr("--images FOLDER"));
  const Annotations read = read_annotations(list, {.images = {folder.path() / "photos"}});
  EXPECT_EQ(read.images.at(0).path, photo);
  const Error error = error_of([&] {
    read_annotations(list, {.images = {folder.path() / "photos", folder.path() / "fotos"}});
  });
  EXPECT_EQ(error.kind(), Kind::usage);
  EXPECT_THAT(error.what(), HasSubstr("fotos: is not a folder; --images"));
}

TEST(FindImages, DoesNotGiveOnePhotoToTwoNames) {
  const test::TemporaryFolder folder;
  folder.write("a.png", "");
  folder.write("b.png", "");
  const Annotations read = read_annotations(folder.write("bg.txt", "a.jpg\na.png\nx/b.jpg\ny/b.jpg\n"));
  EXPECT_THAT(read.images, SizeIs(1)) << "a.png alone is sure";
  EXPECT_THAT(read.problems, SizeIs(3));
}

TEST(FindImages, SearchesTheUsualFoldersBesideAndAbove) {
  for (const char* place : {"set/images/a.jpg", "set/images/train/a.jpg", "set/JPEGImages/a.jpg",
                            "set/annotations/img/a.jpg", "set/a.jpg"}) {
    const test::TemporaryFolder folder;
    const auto photo = folder.write(place, "");
    const auto table = folder.write("set/annotations/boxes.csv", "image,x,y,w,h\na.jpg,1,1,5,5\n");
    EXPECT_EQ(read_annotations(table).images.at(0).path, photo);
  }
}

TEST(FindImages, DoesNotGuessBetweenParts) {
  const test::TemporaryFolder folder;
  folder.write("images/train/a.jpg", "");
  const auto val = folder.write("images/val/a.jpg", "");
  const auto table = [&](std::string_view name) {
    return folder.write(name, "image,x,y,w,h\na.jpg,1,1,5,5\n");
  };
  EXPECT_EQ(read_annotations(table("annotations/val.csv")).images.at(0).path, val) << "as the table is named";
  EXPECT_THAT(error_of([&] { read_annotations(table("annotations/boxes.csv")); }).what(),
              HasSubstr("could be"));
}

TEST(FindImages, JoinsTheNamesOfOnePhoto) {
  const test::TemporaryFolder folder;
  const auto photo = folder.write("a.jpg", "");
  const Annotations read = read_annotations(
      folder.write("boxes.csv", "image,x,y,w,h\na.jpg,1,1,5,5\na,2,2,5,5\nA.PNG,3,3,5,5\n./a.jpg,4,4,5,5\n"));
  EXPECT_THAT(read.problems, IsEmpty());
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_EQ(read.images[0].path, photo);
  EXPECT_THAT(read.images[0].objects, SizeIs(4));
}

TEST(ScaleToPixels, DropsBoxesOfImagesThatCannotBeRead) {
  const test::TemporaryFolder folder;
  const auto photo = folder.path() / "a.png";
  cv::imwrite(photo.string(), cv::Mat(20, 40, CV_8UC1, cv::Scalar(9)));
  const auto bad = folder.write("b.png", "no image");
  Annotations annotations{.images = {{.path = photo, .objects = {{.box = {0.25f, 0.5f, 0.5f, 0.25f}}}},
                                     {.path = bad, .objects = {{.box = {0, 0, 1, 1}}}}},
                          .problems = {}};
  scale_to_pixels(annotations);
  ASSERT_THAT(annotations.images, SizeIs(1));
  EXPECT_EQ(annotations.images[0].objects.at(0).box, (Box{10, 10, 20, 5}));
  EXPECT_THAT(annotations.problems, SizeIs(1));
}

}  // namespace
}  // namespace ocelli::internal::annotation_images_test
