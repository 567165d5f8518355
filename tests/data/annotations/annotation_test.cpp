#include "ocelli/data/annotations/annotation.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::annotation_test {
namespace {

using test::error_of;
using test::TemporaryFolder;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(ReadAnnotations, ChoosesTheReaderByContent) {
  const TemporaryFolder folder;
  folder.write("a.jpg", "");
  for (const auto& [name, text] :
       {std::pair{"boxes.txt", "image,x,y,w,h\na.jpg,1,1,5,5\n"},
        std::pair{"boxes.csv", "image,x,y,w,h\na.jpg,1,1,5,5\n"}, std::pair{"info.dat", "a.jpg 1 1 1 5 5\n"},
        std::pair{"a.xml",
                  "<annotation><filename>a.jpg</filename><object><name>n</name><bndbox><xmin>2"
                  "</xmin><ymin>2</ymin><xmax>6</xmax><ymax>6</ymax></bndbox></object></annotation>"}}) {
    const Annotations read = read_annotations(folder.write(name, text));
    ASSERT_THAT(read.images, SizeIs(1)) << name;
    EXPECT_EQ(read.images[0].path, folder.path() / "a.jpg") << name;
    EXPECT_EQ(read.images[0].objects.at(0).box, (Box{1, 1, 5, 5})) << name;
    EXPECT_EQ(read.images[0].source, (folder.path() / name).string());
  }
}

TEST(ReadAnnotations, RefusesAPictureAsWhatItIs) {
  const TemporaryFolder folder;
  for (const std::string name : {"a.png", "a.jpg", "a.bmp", "a.csv"}) {
    const std::string path = (folder.path() / name).string();
    cv::imwrite((folder.path() / "photo.png").string(), cv::Mat(48, 64, CV_8UC3, cv::Scalar(1, 2, 3)));
    if (name == "a.csv")
      std::filesystem::rename(folder.path() / "photo.png", path);
    else
      cv::imwrite(path, cv::Mat(48, 64, CV_8UC3, cv::Scalar(1, 2, 3)));
    const Error error = error_of([&] { read_annotations(path); });
    EXPECT_EQ(error.kind(), Kind::input);
    EXPECT_THAT(error.message(),
                testing::AllOf(HasSubstr("is an image of 64 x 48 pixels"), HasSubstr("annotations")));
  }
  folder.write("BMW.jpg", "");
  EXPECT_THAT(read_annotations(folder.write("bmw.dat", "BMW.jpg 1 1 1 5 5\n")).images, SizeIs(1))
      << "a text may begin as a picture does";
}

TEST(ReadAnnotations, CountsOneProblemAsOne) {
  const TemporaryFolder folder;
  const Error error = error_of([&] { read_annotations(folder.write("info.dat", "none.jpg 1 1 1 5 5\n")); });
  EXPECT_THAT(error.message(), HasSubstr("); problem: "));
}

TEST(ReadAnnotations, LooksForTheImagesOfATableInTheFolderOfItsName) {
  const TemporaryFolder folder;
  folder.write("set/a.jpg", "");
  const auto path = folder.write("set.csv", "image,x,y,w,h\na.jpg,,,,\n");
  EXPECT_EQ(read_annotations(path).images.at(0).path, folder.path() / "set/a.jpg");
}

TEST(ReadAnnotations, LooksForTheImagesOfATableBesideItToo) {
  const TemporaryFolder folder;
  folder.write("set/a.jpg", "");
  folder.write("b.jpg", "");
  const auto path = folder.write("set.csv", "image,x,y,w,h\nset/a.jpg,,,,\nb.jpg,,,,\nc.jpg,,,,\n");
  const Annotations read = read_annotations(path);
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_EQ(read.images[0].path, folder.path() / "set/a.jpg");
  EXPECT_EQ(read.images[1].path, folder.path() / "b.jpg");
  ASSERT_THAT(read.problems, SizeIs(1));
  EXPECT_EQ(read.problems[0].message, "no such image: c.jpg, searched in " +
                                          (folder.path() / "set").string() + " and in " +
                                          folder.path().string());
}

TEST(ReadAnnotations, FindsTheStripOfATable) {
  const TemporaryFolder folder;
  folder.write("set/patches.pgm", "P5\n1 2\n255\nab");
  const auto path = folder.write("set.csv", "index,source_name\n0,a\n1,b\n");
  EXPECT_THAT(read_annotations(path).images, SizeIs(2));
  folder.write("set/more.pgm", "P5\n1 2\n255\nab");
  EXPECT_THAT(error_of([&] { read_annotations(path); }).what(), HasSubstr("one .pgm file"));
}

TEST(ReadAnnotations, ReportsMissingImagesAndUsesTheRest) {
  const TemporaryFolder folder;
  folder.write("a.jpg", "");
  const std::string too_long(3000, 'x');
  const Annotations read = read_annotations(folder.write("bg.txt", "a.jpg\nb.jpg\n" + too_long + "\n"));
  EXPECT_THAT(read.images, SizeIs(1));
  ASSERT_THAT(read.problems, SizeIs(2));
  EXPECT_EQ(read.problems[0].where, (folder.path() / "bg.txt").string() + ":2");
  EXPECT_THAT(read.problems[0].message, HasSubstr("no such image"));
}

TEST(ReadAnnotations, RefusesFilesOfWhichNothingCanBeUsed) {
  const TemporaryFolder folder;
  const auto error = [&](std::string_view text) {
    const auto path = folder.write("list.txt", text);
    return error_of([&] { read_annotations(path); });
  };
  EXPECT_THAT(error("").what(), HasSubstr("list.txt: contains no annotations"));
  EXPECT_THAT(error("gone.jpg\n").what(), HasSubstr("); problem: "));
  EXPECT_THAT(error("gone.jpg\n").what(), testing::Not(HasSubstr("the supported formats are")));
  EXPECT_THAT(error("some text\nof no kind\n").what(),
              HasSubstr("if it is not a list of images: the supported formats are "));
  EXPECT_THAT(error(std::string_view("\0\1\2\3\xFF\n\xFE", 7)).what(),
              HasSubstr("contains no usable annotations"));
  EXPECT_EQ(error_of([&] { read_annotations(folder.path() / "none.csv"); }).kind(), Kind::input);
  std::filesystem::create_directory(folder.path() / "empty");
  EXPECT_THAT(error_of([&] { read_annotations(folder.path() / "empty"); }).what(),
              HasSubstr("contains no annotations"));
}

TEST(CheckInside, AllowsABoxToStickOutByHalfItsArea) {
  const AnnotatedImage image{.path = "a.jpg", .source = "boxes.csv", .line = 2};
  const auto at = [](float x) { return AnnotatedObject{.box = {x, 10, 20, 20}, .line = 7}; };
  EXPECT_FALSE(check_inside(image, at(0), 100, 50));
  EXPECT_FALSE(check_inside(image, at(-0.4f), 100, 50));
  EXPECT_FALSE(check_inside(image, at(-10), 100, 50));
  EXPECT_TRUE(check_inside(image, at(-10.5f), 100, 50));
  const std::optional<Problem> problem = check_inside(image, at(200), 100, 50);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->where, "boxes.csv:7");
  EXPECT_EQ(problem->message, "the box of 20 x 20 pixels at (200, 10) is outside its image of 100 x 50");
}

}  // namespace
}  // namespace ocelli::internal::annotation_test
