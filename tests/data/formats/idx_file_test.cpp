#include "ocelli/data/formats/idx_file.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"
#include "data/gzip_bytes.hpp"
#include "data/idx_bytes.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::idx_file_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using namespace std::string_literals;

IdxArray parse(const std::string& file) { return parse_idx(test::bytes(file), "some.idx"); }

std::string error_of(const std::string& file) {
  return test::error_of([&] { parse(file); }).what();
}

template <class Value>
std::vector<Value> values_of(const IdxArray& array) {
  return std::get<std::vector<Value>>(array.values);
}

TEST(IdxFile, HoldsBytesAndBigEndianIntegers) {
  const IdxArray bytes = parse(test::idx(0x08, {2, 2}, "\x01\x02\xFE\xFF"));
  EXPECT_THAT(bytes.shape, ElementsAre(2, 2));
  EXPECT_THAT(values_of<std::uint8_t>(bytes), ElementsAre(1, 2, 254, 255));
  const IdxArray shorts = parse(test::idx(0x0B, {2}, "\x01\x02\xFF\xFE"));
  EXPECT_THAT(values_of<std::int16_t>(shorts), ElementsAre(258, -2));
  const IdxArray integers = parse(test::idx(0x0C, {2}, "\x00\x01\x00\x02\xFF\xFF\xFF\xFE"s));
  EXPECT_THAT(values_of<std::int32_t>(integers), ElementsAre(65538, -2));
}

TEST(IdxFile, MayBeGzipInOneMemberOrMore) {
  const std::string file = test::idx_images(3, 2, 2);
  const auto plain = values_of<std::uint8_t>(parse(file));
  EXPECT_EQ(values_of<std::uint8_t>(parse(test::gzip(file))), plain);
  EXPECT_EQ(values_of<std::uint8_t>(parse(test::gzip(file.substr(0, 9)) + test::gzip(file.substr(9)))),
            plain);
}

TEST(IdxFile, CutShortAtAnyByteIsRefused) {
  const std::string file = test::idx_images(2, 3, 2), packed = test::gzip(file);
  for (std::size_t length = 0; length < file.size(); ++length) {
    SCOPED_TRACE(length);
    EXPECT_THAT(error_of(file.substr(0, length)), StartsWith("some.idx: is "));
    EXPECT_THAT(error_of(test::gzip(file.substr(0, length))), StartsWith("some.idx: is "));
  }
  for (std::size_t length = 0; length < packed.size(); ++length) {
    SCOPED_TRACE(length);
    EXPECT_THAT(error_of(packed.substr(0, length)), StartsWith("some.idx: is "));
  }
}

TEST(IdxFile, SaysHowManyBytesAreExpectedAndFound) {
  const std::string file = test::idx_images(2, 3, 2);
  EXPECT_THAT(error_of(file.substr(0, 10)), HasSubstr("is truncated: its header has 16 bytes, the file 10"));
  EXPECT_THAT(
      error_of(file.substr(0, 20)),
      HasSubstr("is truncated: it contains 20 of the 28 bytes that its header, 2 x 3 x 2 values, specifies"));
  EXPECT_THAT(error_of(file + "x"), HasSubstr("contains data after the 28 bytes"));
  EXPECT_THAT(error_of(test::gzip(file + "x")), HasSubstr("contains data after the 28 bytes"));
}

TEST(IdxFile, ThatIsSomethingElseIsRefused) {
  for (const std::string& other :
       {"\x89PNG\r\n\x1a\n"s, "1,2,3\n"s, test::idx(0x09, {1}, "x"), test::idx(0x0D, {1}, "xxxx"),
        test::idx(0x08, {}, ""), test::idx(0x08, {1, 1, 1, 1}, "x")}) {
    EXPECT_THAT(error_of(other), HasSubstr("some.idx: is not an IDX file of bytes"));
  }
  EXPECT_THAT(error_of(test::idx(0x08, {0, 28, 28}, "")),
              HasSubstr("is empty: it contains 0 x 28 x 28 values"));
}

TEST(IdxFile, LargerThanAllowedIsRefusedUnread) {
  constexpr std::uint32_t kMax = 0xFFFFFFFF;
  EXPECT_THAT(error_of(test::idx(0x08, {kMax, kMax, kMax}, "")), HasSubstr("more than the 2147483648 bytes"));
  EXPECT_THAT(error_of(test::idx(0x0C, {kMax}, "")), HasSubstr("more than the 2147483648 bytes"));
}

TEST(IdxFile, IsInflatedNoFurtherThanItsHeaderSays) {
  const std::string bomb = test::gzip(test::idx_labels("\1\2\3") + std::string(std::size_t{1} << 26, '\0'));
  EXPECT_THAT(error_of(bomb), HasSubstr("contains data after the 11 bytes"));
}

TEST(IdxFile, DamagedInsideItsGzipDataIsRefused) {
  std::string file = test::gzip(test::idx_images(2, 3, 2));
  file[file.size() - 6] ^= 1;  // in the checksum
  EXPECT_THAT(error_of(file), HasSubstr("its gzip data is damaged"));
}

class IdxFiles : public testing::Test {
 protected:
  test::TemporaryFolder folder_;
};

TEST_F(IdxFiles, AreKnownByContentOrName) {
  EXPECT_TRUE(is_idx_file(folder_.write("digits", test::idx_images(1, 2, 2))));
  EXPECT_TRUE(is_idx_file(folder_.write("packed", test::gzip(test::idx_images(1, 2, 2)))));
  for (const char* name : {"a.idx", "a.idx.gz", "a-idx3-ubyte", "a.idx3-ubyte.gz", "a-idx1-short.gz"})
    EXPECT_TRUE(is_idx_file(folder_.write(name, "damaged"))) << name;
  for (const char* name : {"a.png", "a.csv.gz", "a.gz", "ubyte.txt", "gone"})
    EXPECT_FALSE(is_idx_file(folder_.path() / name)) << name;
  EXPECT_FALSE(is_idx_file(folder_.write("text", "nothing of the kind")));
  EXPECT_FALSE(is_idx_file(folder_.path()));
}

TEST_F(IdxFiles, OfImagesBecomeSamplesOfGrayLevels) {
  const Samples samples = read_idx_images(folder_.write("images", test::idx_images(2, 2, 3)));
  EXPECT_EQ(samples.shape, (ImageShape{.width = 3, .height = 2}));
  EXPECT_THAT(samples.row(0), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(samples.row(1), ElementsAre(6, 7, 8, 9, 10, 11));
  EXPECT_TRUE(samples.labels.empty());
}

TEST_F(IdxFiles, OfLabelsNameTheClassesByNumber) {
  const auto images = folder_.write("images", test::idx_images(3, 2, 2));
  const Samples samples = read_labeled_idx(images, folder_.write("labels", test::idx_labels("\3\0\1"s)));
  EXPECT_THAT(samples.labels, ElementsAre(3, 0, 1));
  EXPECT_THAT(samples.classes, ElementsAre("0", "1", "2", "3"));
  const auto shorts = folder_.write("shorts", test::idx(0x0B, {3}, "\1\0\0\0\0\1"s));
  EXPECT_THAT(read_labeled_idx(images, shorts).labels, ElementsAre(256, 0, 1));
}

TEST_F(IdxFiles, ThatDoNotBelongTogetherAreRefused) {
  const auto images = folder_.write("images", test::idx_images(3, 2, 2));
  const auto labels = folder_.write("labels", test::idx_labels("\1\2"));
  const auto negative = folder_.write("negative", test::idx(0x0B, {3}, "\0\1\xFF\xFF\0\1"s));
  const auto problem = [](const auto& first, const auto& second) {
    return std::string(test::error_of([&] { read_labeled_idx(first, second); }).what());
  };
  EXPECT_EQ(problem(images, labels),
            labels.string() + ": contains 2 labels for the 3 images of " + images.string());
  EXPECT_THAT(problem(labels, images), HasSubstr("contains 2 values; images are bytes in three dimensions"));
  EXPECT_THAT(problem(images, images),
              HasSubstr("contains 3 x 2 x 2 values; labels are a file of one dimension"));
  EXPECT_THAT(problem(images, negative), HasSubstr("contains the label -1"));
  EXPECT_THAT(problem(images, folder_.path() / "gone"), HasSubstr("gone: no such file"));
}

}  // namespace
}  // namespace ocelli::internal::idx_file_test
