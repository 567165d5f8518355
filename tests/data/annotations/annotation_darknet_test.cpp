#include "ocelli/data/annotations/annotation_darknet.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::annotation_darknet_test {
namespace {

using test::expect_error;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class DarknetTest : public testing::Test {
 protected:
  /// An image of 40 x 20 pixels with a box of 20 x 10 in its center.
  std::filesystem::path pair(const std::string& image, const std::string& labels) const {
    const auto path = folder_.write(image, "");
    cv::imwrite(path.string(), cv::Mat(20, 40, CV_8UC1, cv::Scalar(9)));
    folder_.write(labels, "0 0.5 0.5 0.5 0.5\n");
    return path;
  }

  test::TemporaryFolder folder_;
};

TEST_F(DarknetTest, ReadsThePartOfADataSetThatIsWanted) {
  const auto train = pair("train/images/a.png", "train/labels/a.txt");
  const auto val = pair("valid/images/b.png", "valid/labels/b.txt");
  folder_.write("requirements.txt", "numpy\n");
  const auto yaml =
      folder_.write("data.yaml", "train: ../train/images\nval: ./valid/images\nnc: 1\nnames: [\"thing\"]\n");
  for (const auto& path : {yaml, folder_.path()}) {
    const Annotations read = read_annotations(path);
    ASSERT_THAT(read.images, SizeIs(1));
    EXPECT_EQ(read.images[0].path, train);
    EXPECT_EQ(read.images[0].objects.at(0).label, "thing");
    EXPECT_EQ(read.images[0].objects.at(0).box, (Box{10, 5, 20, 10}));
    EXPECT_THAT(read.notes, ElementsAre(HasSubstr("using the split 'train'")));
    EXPECT_EQ(read_annotations(path, {.part = DataPart::test}).images.at(0).path, val);
  }
}

TEST_F(DarknetTest, FollowsPathsAndListsOfADataSet) {
  const auto a = pair("set/images/train/a.png", "set/labels/train/a.txt");
  pair("set/images/train/b.png", "set/labels/other/b.txt");
  folder_.write("set/train.txt", "./images/train/a.png\n/gone/images/train/b.png\n");
  const auto yaml = folder_.write("coco.yaml", "path: set\ntrain:\n  - train.txt\nval:\nnames:\n  0: mug\n");
  const Annotations read = read_annotations(yaml);
  ASSERT_THAT(read.images, SizeIs(1));
  EXPECT_EQ(read.images[0].path, a);
  EXPECT_THAT(read.notes, testing::Contains(HasSubstr("1 images have no label file")));
}

TEST_F(DarknetTest, ReadsObjDataAndListsOfImagesWithLabels) {
  const auto a = pair("data/obj/a.png", "data/obj/a.txt");
  folder_.write("data/obj.names", "mug\n");
  folder_.write("data/train.txt", "data/obj/a.png\n");
  const auto data =
      folder_.write("data/obj.data",
                    "classes = 1\ntrain = data/train.txt\nvalid = data/test.txt\nnames = data/obj.names\n");
  for (const auto& path : {data, folder_.path() / "data/train.txt"}) {
    const Annotations read = read_annotations(path);
    ASSERT_THAT(read.images, SizeIs(1));
    EXPECT_EQ(read.images[0].path, a);
    EXPECT_EQ(read.images[0].objects.at(0).label, "mug");
  }
}

TEST_F(DarknetTest, SaysWhichFolderToName) {
  pair("train/images/a.png", "train/labels/a.txt");
  folder_.write("requirements.txt", "numpy\n");
  expect_error([&] { read_annotations(folder_.path()); }, Kind::input,
               "such as " + (folder_.path() / "train/labels").string());
  folder_.write("data.yaml", "train: gone/away\nnames: [a]\n");
  expect_error([&] { read_annotations(folder_.path()); }, Kind::input, "'gone/away' for its split 'train'");
}

TEST_F(DarknetTest, TakesAListWithoutLabelsForOneOfNegatives) {
  folder_.write("a.png", "");
  EXPECT_THAT(read_annotations(folder_.write("bg.txt", "a.png\n")).images.at(0).objects, IsEmpty());
}

}  // namespace
}  // namespace ocelli::internal::annotation_darknet_test
