#include "ocelli/data/annotations/annotation_yolo.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "data/annotation_problem.hpp"
#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal::annotation_yolo_test {
namespace {

using test::expect_error;
using test::problem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const std::vector<std::string> kClasses = {"car", "stop sign"};

Annotations parse(std::string_view text) {
  return parse_yolo_labels(text, "a.jpg", {200, 100}, kClasses, "a.txt");
}

TEST(AnnotationYolo, ReadsBoxesInSharesOfTheImage) {
  const Annotations read = parse("1 0.5 0.5 0.25 0.5\n\n0 0.125 0.25 0.25 0.5\r\n");
  EXPECT_THAT(read.problems, IsEmpty());
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_THAT(read.images[0].objects,
              ElementsAre(AnnotatedObject{.box = {75, 25, 50, 50}, .label = "stop sign", .line = 1},
                          AnnotatedObject{.box = {0, 0, 50, 50}, .label = "car", .line = 3}));
}

TEST(AnnotationYolo, TakesConfidencesCommentsAndClassesWithAPoint) {
  const Annotations read = parse(
      "# class cx cy w h\n1.0 0.5 0.5 0.25 0.5\n1 0.5 0.5 0.25 0.5 0.93\n1 0.5 0.5 0.25 0.5 # a sign\n"
      "1.5 0.5 0.5 0.25 0.5\n");
  EXPECT_THAT(read.problems, ElementsAre(problem("a.txt:5", "the class must be an integer, got '1.5'")));
  ASSERT_THAT(read.images, SizeIs(1));
  ASSERT_THAT(read.images[0].objects, SizeIs(3));
  for (const AnnotatedObject& object : read.images[0].objects) {
    EXPECT_EQ(object.box, (Box{75, 25, 50, 50}));
    EXPECT_EQ(object.label, "stop sign");
  }
  EXPECT_THAT(parse("# nothing\n").images, SizeIs(1));
  for (const std::string_view text : {"0.0 0.5 0.5 0.1 0.1\n", "# a\n0 0.5 0.5 0.1 0.1 0.9\n"})
    EXPECT_TRUE(opens_with_labels(text)) << text;
}

TEST(AnnotationYolo, NamesTheLineOfAClassBeyondTheNames) {
  const Annotations read = parse("1 0.5 0.5 0.25 0.5\n7 0.5 0.5 0.25 0.5\n");
  EXPECT_THAT(read.problems,
              ElementsAre(problem("a.txt:2", "class 7 is out of range: there are names for 2")));
  EXPECT_EQ(
      parse_yolo_labels("7 0.5 0.5 0.5 0.5", "a.jpg", {40, 20}, {}, "a.txt").images.at(0).objects.at(0).label,
      "7")
      << "where there are no names";
}

TEST(AnnotationYolo, TakesTheBoxAroundAPolygon) {
  const Annotations read = parse("0 0.25 0.5 0.5 0.25 0.375 0.75");
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_THAT(read.images[0].objects,
              ElementsAre(AnnotatedObject{.box = {50, 25, 50, 50}, .label = "car", .line = 1}));
}

TEST(AnnotationYolo, TellsAnEmptyFileFromOneOfWhichNothingCanBeUsed) {
  EXPECT_THAT(parse("").images, SizeIs(1)) << "nothing is in the image";
  EXPECT_THAT(parse("0 1 2\n").images, IsEmpty()) << "nobody knows what is in the image";
}

TEST(AnnotationYolo, NamesTheLineOfEveryBadObjectAndUsesTheRest) {
  const Annotations read = parse(
      "car 0.5 0.5 0.1 0.1\n0 0.5 0.5 0.1\n0 320 240 50 50\n0 0.5 0.5 0 0.1\n"
      "0 1.8 0.5 0.1 0.1\n0 x 0.5 0.1 0.1\n0 0.5 0.5 0.1 0.1 0.93 1\n0 0.5 0.5 0.1 0.1\n");
  EXPECT_THAT(
      read.problems,
      ElementsAre(problem("a.txt:1", "the class must be an integer, got 'car'"),
                  problem("a.txt:2", "has 3 numbers"), problem("a.txt:3", "must be a fraction of the image"),
                  problem("a.txt:4", "must be above 0"), problem("a.txt:5", "outside its image of 200 x 100"),
                  problem("a.txt:6", "cx must be a number, got 'x'")));
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_THAT(read.images[0].objects, SizeIs(2));
}

TEST(YoloNames, AreReadFromLinesAndFromEveryFormOfYaml) {
  const auto yaml = [](std::string_view text) { return parse_yolo_names(text, true, "data.yaml"); };
  EXPECT_THAT(parse_yolo_names("car\r\n\nstop sign\n", false, "c"), ElementsAre("car", "stop sign"));
  EXPECT_THAT(yaml("train: x\nnc: 2\nnames: ['car', \"stop, sign\"]  # two\n"),
              ElementsAre("car", "stop, sign"));
  EXPECT_THAT(yaml("names: [car,\n  stop sign,\n]\n"), ElementsAre("car", "stop sign"));
  EXPECT_THAT(yaml("names: {1: stop sign, 0: car}\n"), ElementsAre("car", "stop sign"));
  EXPECT_THAT(yaml("names:\n- car\n- 'stop sign'\nnc: 2\n"), ElementsAre("car", "stop sign"));
  EXPECT_THAT(yaml("names:\n  # all\n  0: car\n  2: stop sign  # red\n\ntest: y\n"),
              ElementsAre("car", "", "stop sign"));
  EXPECT_THAT(yaml("train: x\n"), IsEmpty());
  expect_error([&] { yaml("names:\n  car\n"); }, Kind::input,
               "data.yaml: expected 'number: name' in names, got 'car'");
  expect_error([&] { yaml("names: {70000: car}\n"); }, Kind::input, "a class number above 65535");
}

class YoloFolder : public testing::Test {
 protected:
  /// An image of 40 x 20 pixels.
  std::filesystem::path image(const std::string& name) const {
    const auto path = folder_.write(name, "");
    cv::imwrite(path.string(), cv::Mat(20, 40, CV_8UC1, cv::Scalar(9)));
    return path;
  }

  test::TemporaryFolder folder_;
};

TEST_F(YoloFolder, FindsImagesBesideLabelsAndNamesInTheClassesFile) {
  const auto a = image("a.png");
  folder_.write("a.txt", "1 0.5 0.5 0.5 0.5\n");
  folder_.write("classes.txt", "car\nstop sign\n");
  folder_.write("b.txt", "1 0.5 0.5 0.5 0.5\n");
  const Annotations read = read_annotations(folder_.path());
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_EQ(read.images[0].path, a);
  EXPECT_EQ(read.images[0].objects.at(0).label, "stop sign");
  EXPECT_EQ(read.images[0].objects.at(0).box, (Box{10, 5, 20, 10}));
  ASSERT_THAT(read.problems, SizeIs(1));
  EXPECT_THAT(read.problems[0].where, HasSubstr("b.txt"));
  EXPECT_THAT(read.problems[0].message, HasSubstr("no image 'b'"));
  EXPECT_EQ(read_annotations(folder_.path() / "a.txt").images.at(0).path, a) << "one label file";
}

TEST_F(YoloFolder, NamesTheFaultOfABadLine) {
  image("a.png");
  for (const auto& [line, fault] :
       {std::pair{"0 0.5 0.5 0.1", "a.txt:1: has 3 numbers"},
        std::pair{"0 20 10 5 5", "a.txt:1: cx must be a fraction of the image from 0 to 1, got '20'"},
        std::pair{"car 0.5 0.5 0.1 0.1", "a.txt:1: the class must be an integer, got 'car'"},
        std::pair{"0 0.5 x 0.1 0.1", "a.txt:1: cy must be a number, got 'x'"}}) {
    folder_.write("a.txt", std::string(line) + "\n");
    expect_error([&] { read_annotations(folder_.path()); }, Kind::input, fault);
    expect_error([&] { read_annotations(folder_.path() / "a.txt"); }, Kind::input, fault);
  }
}

TEST_F(YoloFolder, FindsImagesOfAPartAndNamesInTheYamlFile) {
  const auto a = image("images/train/a.png");
  folder_.write("labels/train/a.txt", "0 0.5 0.5 0.5 0.5\n");
  folder_.write("data.yaml", "names:\n  0: mug\n");
  for (const auto& path : {folder_.path() / "labels/train", folder_.path() / "labels/train/"}) {
    const Annotations read = read_annotations(path);
    ASSERT_THAT(read.images, SizeIs(1));
    EXPECT_EQ(read.images[0].path, a);
    EXPECT_EQ(read.images[0].objects.at(0).label, "mug");
  }
  expect_error([&] { read_annotations(folder_.path()); }, Kind::input, "give the folder of one split");
  folder_.write("mirrored/day 1/a.txt", "0 0.5 0.5 0.5 0.5\n");
  expect_error([&] { read_annotations(folder_.path() / "mirrored"); }, Kind::input, "mirrored/day 1");
  expect_error([&] { read_annotations(folder_.path() / "data.yaml"); }, Kind::input, "labels/train");
}

TEST_F(YoloFolder, TakesTheFolderThatHoldsLabelsAndImages) {
  const auto a = image("images/a.png");
  folder_.write("labels/a.txt", "");
  const Annotations read = read_annotations(folder_.path());
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_EQ(read.images[0].path, a);
}

TEST(ImageExtent, IsThatOfTheDecodedImageAlsoWhereExifTurnsIt) {
  std::vector<unsigned char> encoded;
  cv::imencode(".jpg", cv::Mat(20, 40, CV_8UC1, cv::Scalar(99)), encoded);
  for (const char orientation : {'\1', '\3', '\6', '\10'}) {
    constexpr std::string_view kExif(
        "\xFF\xE1\0\x22"
        "Exif\0\0MM\0*\0\0\0\x08\0\1\x01\x12\0\3\0\0\0\1\0?\0\0\0\0\0\0",
        36);
    std::string exif(kExif);
    exif[29] = orientation;
    std::string file(encoded.begin(), encoded.end());
    file.insert(2, exif);
    const auto bytes = std::as_bytes(std::span(file));
    const cv::Mat decoded = decode_gray(bytes, "a.jpg");
    EXPECT_EQ(read_image_extent(bytes), (ImageExtent{decoded.cols, decoded.rows})) << int{orientation};
    EXPECT_EQ(decoded.cols, orientation > 4 ? 20 : 40) << int{orientation};
  }
}

}  // namespace
}  // namespace ocelli::internal::annotation_yolo_test
