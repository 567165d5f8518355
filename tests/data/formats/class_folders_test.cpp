#include "ocelli/data/formats/class_folders.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <sstream>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::class_folders_test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

class ClassFolders : public testing::Test {
 protected:
  void image(const std::string& name, int width, int height, int level) const {
    folder_.write(name, "");
    ASSERT_TRUE(
        cv::imwrite((folder_.path() / name).string(), cv::Mat(height, width, CV_8UC1, cv::Scalar(level))));
  }

  std::string error() const {
    return test::error_of([&] { read_class_folders(folder_.path()); }).what();
  }

  test::TemporaryFolder folder_;
};

TEST_F(ClassFolders, NameTheClassesOfTheImagesInThem) {
  image("dog/b.png", 3, 2, 20);
  image("cat/deep/c.png", 3, 2, 11);
  image("cat/a.png", 3, 2, 10);
  folder_.write("cat/notes.txt", "not an image");
  folder_.write(".thumbnails/x", "");
  const auto [samples, problems, files, columns, notes, left_out] = read_class_folders(folder_.path());
  EXPECT_THAT(problems, IsEmpty());
  EXPECT_THAT(notes,
              ElementsAre("Left out, since they are not images in a supported format: 1 .txt (such as " +
                          (folder_.path() / "cat/notes.txt").string() + ")."));
  EXPECT_THAT(left_out, ElementsAre("1 file of other formats"));
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[1], (folder_.path() / "cat/deep/c.png").string());
  EXPECT_EQ(samples.shape, (ImageShape{3, 2}));
  EXPECT_THAT(samples.classes, ElementsAre("cat", "dog"));
  EXPECT_THAT(samples.labels, ElementsAre(0, 0, 1));
  EXPECT_THAT(samples.row(0), Each(10));
  EXPECT_THAT(samples.row(1), Each(11));
  EXPECT_THAT(samples.row(2), Each(20));
}

TEST_F(ClassFolders, AreSortedByValueWhenTheyAreNumbers) {
  for (const char* name : {"10/a.png", "9/a.png", "1/a.png"}) image(name, 2, 2, 1);
  EXPECT_THAT(read_class_folders(folder_.path()).samples.classes, ElementsAre("1", "9", "10"));
}

TEST_F(ClassFolders, BringAllImagesToOneShape) {
  image("a/1.png", 4, 4, 50);
  image("a/2.png", 8, 2, 60);
  EXPECT_THAT(read_class_folders(folder_.path()).samples.row(1), Each(60));
  EXPECT_EQ(read_class_folders(folder_.path(), ImageShape{5, 7}).samples.width(), 35u);
}

TEST_F(ClassFolders, SayHowImagesOfOtherSizesWereBroughtToTheMedian) {
  image("a/1.png", 4, 4, 50);
  image("a/2.png", 9, 2, 60);
  image("b/3.png", 4, 4, 60);
  EXPECT_THAT(
      read_class_folders(folder_.path()).notes,
      ElementsAre("1 of 3 images differ in size from 4 x 4 pixels, the median (sizes range from 4 x 4 to 9 x "
                  "2): they are "
                  "scaled to it, keeping the aspect ratio, and padded with the level of their border. "
                  "--width and --height set another size."));
  EXPECT_THAT(read_class_folders(folder_.path(), ImageShape{5, 7}).notes, IsEmpty());
}

TEST_F(ClassFolders, AreNotSizedByOneIconOrPhoto) {
  image("a/0.png", 2, 2, 50);
  for (const char* name : {"a/1.png", "a/2.png", "b/1.png"}) image(name, 30, 20, 50);
  EXPECT_EQ(read_class_folders(folder_.path()).samples.shape, (ImageShape{30, 20}));
  for (const char* name : {"c/1.png", "c/2.png", "c/3.png", "c/4.png", "c/5.png"}) image(name, 1024, 512, 50);
  EXPECT_EQ(read_class_folders(folder_.path()).samples.shape, (ImageShape{256, 128}));
}

TEST_F(ClassFolders, DoNotIncludeWhatSystemsLeave) {
  for (const char* name : {"a/1.png", "b/1.png", "a/.ipynb_checkpoints/1.png", "a/._1.png", ".c/1.png"})
    image(name, 2, 2, 50);
  const Dataset data = read_class_folders(folder_.path());
  EXPECT_THAT(data.samples.classes, ElementsAre("a", "b"));
  EXPECT_EQ(data.samples.count(), 2u);
}

TEST_F(ClassFolders, TakeImagesByTheirContent) {
  image("a/1.png", 2, 2, 50);
  image("b/1.png", 2, 2, 50);
  std::filesystem::rename(folder_.path() / "b/1.png", folder_.path() / "b/photo");
  image("b/2.png", 2, 2, 50);
  std::filesystem::rename(folder_.path() / "b/2.png", folder_.path() / "b/2.jfif");
  folder_.write("b/3.tga", "targa");
  image("beside.png", 2, 2, 50);
  const Dataset data = read_class_folders(folder_.path());
  EXPECT_EQ(data.samples.count(), 3u);
  EXPECT_THAT(data.left_out, ElementsAre("1 file of other formats", "1 image beside the class folders"));
}

TEST_F(ClassFolders, MayBeThePartsOfADataSet) {
  for (const char* name : {"train/cat/1.png", "train/dog/1.png", "train/dog/2.png", "val/cat/1.png"})
    image(name, 2, 2, 50);
  const Dataset training = read_class_folders(folder_.path());
  EXPECT_THAT(training.samples.classes, ElementsAre("cat", "dog"));
  EXPECT_EQ(training.samples.count(), 3u);
  EXPECT_THAT(training.notes.front(), HasSubstr("has the parts of a data set: train is read, not val."));
  const auto test = [&] {
    return read_class_folders(folder_.path(), {}, ImageReading::gray, {}, DataPart::test).samples.count();
  };
  EXPECT_EQ(test(), 1u);
  for (const char* name : {"Test/dog/1.png", "Test/dog/2.png"}) image(name, 2, 2, 50);
  EXPECT_EQ(test(), 2u);
}

TEST_F(ClassFolders, MayBeNamedLikeParts) {
  for (const char* name : {"train/1.png", "test/1.png", "car/1.png"}) image(name, 2, 2, 50);
  EXPECT_THAT(read_class_folders(folder_.path()).samples.classes, ElementsAre("car", "test", "train"));
}

TEST_F(ClassFolders, TellOfFilesThatCannotBeRead) {
  folder_.write("a/0.png", "damaged");
  image("a/1.png", 2, 2, 50);
  image("b/1.png", 2, 2, 60);
  const auto [samples, problems, files, columns, notes, left_out] = read_class_folders(folder_.path());
  EXPECT_THAT(files, ElementsAre(EndsWith("a/1.png"), EndsWith("b/1.png")));
  EXPECT_THAT(samples.labels, ElementsAre(0, 1));
  EXPECT_THAT(samples.row(0), Each(50));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].where, (folder_.path() / "a/0.png").string());
  EXPECT_THAT(problems[0].message, HasSubstr("is not an image in a supported format"));
}

TEST_F(ClassFolders, WithoutImagesAreRefused) {
  EXPECT_THAT(error(), HasSubstr("has no subfolders; expected one per class"));
  folder_.write("a/0.png", "damaged");
  EXPECT_THAT(error(), HasSubstr("its only image cannot be read"));
  image("b/1.png", 2, 2, 50);
  folder_.write("c/notes.txt", "");
  const Dataset data = read_class_folders(folder_.path());
  EXPECT_THAT(data.samples.classes, ElementsAre("a", "b"));
  EXPECT_THAT(data.notes, testing::Contains("Folders without images are not classes: c."));
  EXPECT_THAT(test::error_of([] { read_class_folders("/no/such/folder"); }).what(),
              HasSubstr("no such folder"));
}

TEST_F(ClassFolders, TooLargeForTheMemoryAreRefusedUnread) {
  image("a/1.png", 2, 2, 50);
  const Error error = test::error_of([&] {
    read_class_folders(folder_.path(), ImageShape{1 << 16, 1 << 16});
  });
  EXPECT_EQ(error.kind(), Kind::usage);
  EXPECT_THAT(error.what(), HasSubstr("use a smaller size"));
}

TEST_F(ClassFolders, AreReadTheSameByAnyNumberOfThreads) {
  for (int i = 0; i < 30; ++i) {
    std::ostringstream name;
    name << "c" << i % 3 << "/" << i << ".png";
    image(name.str(), 5, 5, i);
  }
  folder_.write("c1/bad.png", "damaged");
  const auto run = [this] { return read_class_folders(folder_.path()); };
  const Dataset alone = test::with_threads(1, run), together = test::with_threads(4, run);
  EXPECT_EQ(alone.samples.values, together.samples.values);
  EXPECT_EQ(alone.samples.labels, together.samples.labels);
  EXPECT_EQ(alone.problems, together.problems);
}

TEST_F(ClassFolders, AreReadInColorWhereSomeImagesHaveColors) {
  image("cat/a.png", 3, 2, 10);
  image("dog/b.png", 3, 2, 20);
  const auto read = [&](ImageReading reading) {
    return read_class_folders(folder_.path(), {}, reading).samples;
  };
  EXPECT_FALSE(read(ImageReading::colors_if_any).has_colors());
  EXPECT_TRUE(read(ImageReading::colors).has_colors());
  ASSERT_TRUE(
      cv::imwrite((folder_.path() / "dog/c.png").string(), cv::Mat(2, 3, CV_8UC3, cv::Scalar(0, 0, 255))));
  const Samples colored = read(ImageReading::colors_if_any);
  ASSERT_TRUE(colored.has_colors());
  EXPECT_EQ(colored.row(2)[12], 255) << "Cr of red";
  EXPECT_EQ(colored.row(0)[12], 128);
  EXPECT_FALSE(read(ImageReading::gray).has_colors());
}

TEST_F(ClassFolders, TakeATintOfGrayPaperForGray) {
  image("cat/a.png", 3, 2, 10);
  folder_.write("dog/b.png", "");
  ASSERT_TRUE(cv::imwrite((folder_.path() / "dog/b.png").string(),
                          cv::Mat(2, 3, CV_8UC3, cv::Scalar(230, 240, 244))));
  EXPECT_FALSE(read_class_folders(folder_.path(), {}, ImageReading::colors_if_any).samples.has_colors());
}

}  // namespace
}  // namespace ocelli::internal::class_folders_test
