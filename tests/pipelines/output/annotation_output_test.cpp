#include "ocelli/pipelines/output/annotation_output.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "data/temporary_folder.hpp"
#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::internal::annotation_output_test {
namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class AnnotationOutput : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"images/a.png", "images/b & c.png"}) {
      const fs::path path = folder_.write(name, "");
      cv::imwrite(path.string(), cv::Mat(112, 92, CV_8UC1, cv::Scalar(9)));
    }
  }

  Annotations annotations() const {
    const fs::path images = folder_.path() / "images";
    return {.images = {{.path = images / "a.png",
                        .objects = {{.box = {5, 10, 70, 80}, .label = "thing"},
                                    {.box = {1.5f, 2.25f, 30.125f, 40.5f}, .label = "other, \"<b>\" & c"},
                                    {.box = {0, 0, 92, 112}, .ignored = true, .label = "thing"}}},
                       {.path = images / "b & c.png", .objects = {}}},
            .problems = {}};
  }

  /// Written in that format and read again; `--images` tells where images are.
  Annotations written_and_read(const char* format, const char* output) const {
    const AnnotationTarget* const target = annotation_target(format);
    const fs::path path = folder_.path() / output;
    const auto writer = target->open(path);
    EXPECT_THAT(write_annotations(annotations(), *writer), IsEmpty());
    return read_annotations(path, {.images = {folder_.path() / "images"}});
  }

  static void expect_equal(const Annotations& read, const Annotations& written, bool with_ignored) {
    EXPECT_THAT(read.problems, IsEmpty());
    ASSERT_EQ(read.images.size(), written.images.size());
    for (std::size_t i = 0; i < read.images.size(); ++i) {
      EXPECT_TRUE(fs::equivalent(read.images[i].path, written.images[i].path));
      std::vector<AnnotatedObject> expected = written.images[i].objects;
      if (!with_ignored)
        std::erase_if(expected, [](const AnnotatedObject& object) { return object.ignored; });
      ASSERT_EQ(read.images[i].objects.size(), expected.size());
      for (std::size_t k = 0; k < expected.size(); ++k) {
        const AnnotatedObject &one = read.images[i].objects[k], &other = expected[k];
        EXPECT_EQ(one.label, other.label);
        EXPECT_EQ(one.ignored, other.ignored);
        const Box &a = one.box, &b = other.box;
        const float apart =
            std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.w - b.w), std::abs(a.h - b.h)});
        EXPECT_LT(apart, 1e-4f);
      }
    }
  }

  test::TemporaryFolder folder_;
};

TEST_F(AnnotationOutput, ReadsBackEqualInEveryFormat) {
  expect_equal(written_and_read("csv", "boxes.csv"), annotations(), true);
  expect_equal(written_and_read("coco", "coco.json"), annotations(), true);
  expect_equal(written_and_read("voc", "xml"), annotations(), true);
  expect_equal(written_and_read("yolo", "labels"), annotations(), false);
  EXPECT_EQ(test::content_of(folder_.path() / "labels/classes.txt"), "thing\nother, \"<b>\" & c\n");
}

TEST_F(AnnotationOutput, KeepsEyesAndMouthsInATable) {
  const Annotations faces{.images = {{.path = folder_.path() / "images/a.png",
                                      .objects = {{.box = {5, 10, 70, 80},
                                                   .label = "face",
                                                   .eyes = Eyes{{20, 30}, {50, 31}},
                                                   .mouth = Point{35, 70}}}}},
                          .problems = {}};
  const fs::path path = folder_.path() / "faces.csv";
  write_annotations(faces, *annotation_target("csv")->open(path));
  const AnnotatedObject read = read_annotations(path).images.at(0).objects.at(0);
  EXPECT_EQ(read.eyes, faces.images[0].objects[0].eyes);
  EXPECT_EQ(read.mouth, faces.images[0].objects[0].mouth);
}

TEST_F(AnnotationOutput, KeepsTheNumbersOfClassesThatAreThere) {
  folder_.write("labels/classes.txt", "cat\nthing\n");
  expect_equal(written_and_read("yolo", "labels"), annotations(), false);
  EXPECT_THAT(test::content_of(folder_.path() / "labels/a.txt"), testing::StartsWith("1 "));
}

TEST_F(AnnotationOutput, NamesWhatItCannotWriteAndWritesTheRest) {
  Annotations all = annotations();
  folder_.write("images/a.jpg", test::content_of(folder_.path() / "images/a.png"));
  all.images.push_back({.path = folder_.path() / "images/a.jpg"});
  all.images.push_back({.path = folder_.path() / "gone.png"});
  all.images.push_back({.path = "some.vec", .strip_cell = StripCell{0, 24}});
  const auto writer = annotation_target("yolo")->open(folder_.path() / "labels");
  const std::vector<Problem> problems = write_annotations(all, *writer);
  ASSERT_THAT(problems, SizeIs(3));
  EXPECT_THAT(problems[0].message, HasSubstr("another image of this run"));
  EXPECT_THAT(problems[2].message, HasSubstr("without image files"));
  EXPECT_THAT(writer->left_out(), HasSubstr("1 ignored objects are left out"));
  EXPECT_TRUE(fs::exists(folder_.path() / "labels/b & c.txt"));
}

TEST_F(AnnotationOutput, MirrorsTheFoldersOfImagesOfOneName) {
  const std::string photo = test::content_of(folder_.path() / "images/a.png");
  for (const char* name : {"images/day 1/a.png", "images/day 2/a.png", "images/day 2/c.png"})
    folder_.write(name, photo);
  Annotations all = annotations();
  for (const char* name : {"day 1/a.png", "day 2/a.png", "day 2/c.png"})
    all.images.push_back(
        {.path = folder_.path() / "images" / name, .objects = {{.box = {5, 10, 70, 80}, .label = "thing"}}});
  for (const auto& [format, ending] : {std::pair{"yolo", ".txt"}, std::pair{"voc", ".xml"}}) {
    const fs::path output = folder_.path() / format;
    const auto writer = annotation_target(format)->open(output);
    EXPECT_THAT(write_annotations(all, *writer), IsEmpty());
    for (const char* name : {"a", "b & c", "day 1/a", "day 2/a", "day 2/c"})
      EXPECT_TRUE(fs::exists(output / (std::string(name) + ending))) << name;
  }
  const Annotations every = read_annotations(folder_.path() / "voc");
  EXPECT_THAT(every.problems, IsEmpty());
  EXPECT_THAT(every.images, SizeIs(5)) << "with those of subfolders";
  EXPECT_THAT(read_annotations(folder_.path() / "yolo").notes,
              testing::Contains(HasSubstr("not read; give")));
  const Annotations day = read_annotations(folder_.path() / "voc/day 2");
  ASSERT_THAT(day.images, SizeIs(2));
  EXPECT_TRUE(fs::equivalent(day.images[0].path, folder_.path() / "images/day 2/a.png"));
}

TEST_F(AnnotationOutput, WritesNamesThatAreNotUtf8SoThatTheyAreFoundAgain) {
  const fs::path photo =
      folder_.write("images/caf\xE9.png", test::content_of(folder_.path() / "images/a.png"));
  const Annotations all{.images = {{.path = photo, .objects = {{.box = {5, 10, 70, 80}, .label = "thing"}}}},
                        .problems = {}};
  for (const auto& [format, output] : {std::pair{"voc", "xml"}, std::pair{"coco", "c.json"}}) {
    EXPECT_THAT(write_annotations(all, *annotation_target(format)->open(folder_.path() / output)), IsEmpty());
    const fs::path written = folder_.path() / (std::string(format) == "voc" ? "xml/caf\xE9.xml" : "c.json");
    EXPECT_THAT(test::content_of(written), HasSubstr("caf\\udce9.png"));
    EXPECT_EQ(read_annotations(folder_.path() / output).images.at(0).path, photo) << format;
  }
}

}  // namespace
}  // namespace ocelli::internal::annotation_output_test
