#include "ocelli/data/formats/sample_source.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "data/expect_error.hpp"
#include "data/gzip_bytes.hpp"
#include "data/idx_bytes.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::sample_source_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ReadSamples : public testing::Test {
 protected:
  const test::TemporaryFolder folder_;
};

TEST_F(ReadSamples, TakesIdxImagesWithAndWithoutLabels) {
  const auto images = folder_.write("images", test::gzip(test::idx_images(2, 3, 3)));
  const auto labels = folder_.write("labels", test::idx_labels("\1\1"));
  EXPECT_THAT(read_samples(images, labels).samples.classes, ElementsAre("0", "1"));
  EXPECT_TRUE(read_samples(images).samples.labels.empty());
  EXPECT_EQ(read_samples(images, labels, ImageShape{3, 3}).samples.width(), 9u);
  const Samples larger = read_samples(images, labels, ImageShape{6, 6}).samples;
  EXPECT_EQ(larger.shape, (ImageShape{6, 6}));
  EXPECT_EQ(larger.row(0).front(), 0);
  EXPECT_EQ(larger.row(1).back(), 17);
}

TEST_F(ReadSamples, TakesTablesWhoseRowsMayBeImages) {
  const auto table = folder_.write("t.csv.gz", test::gzip("1,2,3,4,a\n5,6,7,8,b\n"));
  EXPECT_EQ(read_samples(table).samples.shape, std::nullopt);
  EXPECT_EQ(read_samples(table, {}, ImageShape{2, 2}).samples.shape, (ImageShape{2, 2}));
  const Error error = test::error_of([&] { read_samples(table, {}, ImageShape{3, 2}); });
  EXPECT_EQ(error.kind(), Kind::usage);
  EXPECT_THAT(error.what(), HasSubstr("has 4 values per line, which do not form an image of 3 x 2 pixels"));
}

TEST_F(ReadSamples, ReadsTablesAsTheyAreSaidToBe) {
  const auto table = folder_.write("t.TSV", "kind\tx\na\t1\nb\t2\n");
  const Dataset data = read_samples(table, {}, {}, TableOptions{.label_column = "kind"});
  EXPECT_THAT(data.samples.row(1), ElementsAre(2));
  EXPECT_EQ(data.notes.size(), 1u);
  EXPECT_EQ(item_name(data, table, 1), table.string() + "#1");
  const auto bare = folder_.write("u.csv", "x,kind\n5,b\n");
  EXPECT_THAT(read_samples(bare, {}, {}, data.columns).samples.row(0), ElementsAre(5));
}

TEST_F(ReadSamples, TakesFoldersOfClasses) {
  folder_.write("cat/a.png", "");
  cv::imwrite((folder_.path() / "cat/a.png").string(), cv::Mat(2, 2, CV_8UC1, cv::Scalar(1)));
  EXPECT_THAT(read_samples(folder_.path()).samples.classes, ElementsAre("cat"));
}

TEST_F(ReadSamples, SaysWhatIsExpectedWhereThereIsSomethingElse) {
  const auto text = folder_.write("notes.txt", "Buy milk.\nCall Ann, Bob.\n");
  EXPECT_THAT(
      test::error_of([&] { read_samples(text); }).what(),
      HasSubstr("notes.txt: has no readable samples; expected a folder with one subfolder per class"));
  EXPECT_THAT(test::error_of([&] { read_samples(folder_.path() / "gone"); }).what(),
              HasSubstr("gone: no such file or folder"));
}

TEST_F(ReadSamples, RefusesLabelsWhereThereAreSomeAlready) {
  const auto table = folder_.write("t.csv", "1,2,a\n");
  const auto labels = folder_.write("labels", test::idx_labels("\1"));
  for (const auto& path : {table, folder_.path()})
    EXPECT_EQ(test::error_of([&] { read_samples(path, labels); }).kind(), Kind::usage);
}

TEST_F(ReadSamples, RefusesAShapeWithoutPixels) {
  const auto table = folder_.write("t.csv", "1,2,a\n");
  EXPECT_EQ(test::error_of([&] { read_samples(table, {}, ImageShape{0, 2}); }).kind(), Kind::usage);
}

}  // namespace
}  // namespace ocelli::internal::sample_source_test
