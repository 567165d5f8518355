#include "ocelli/data/annotations/photo_search.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::photo_search_test {
namespace {

using test::expect_error;

class PhotoSearchTest : public testing::Test {
 protected:
  std::filesystem::path found(std::string_view name) {
    PhotoSearch search({folder_.path()});
    const auto photo = search.find(name);
    return photo ? photo->path : std::filesystem::path();
  }

  test::TemporaryFolder folder_;
};

TEST_F(PhotoSearchTest, FindsAPhotoAsWritten) {
  const auto a = folder_.write("pos/a.jpg", "");
  PhotoSearch search({folder_.path()});
  EXPECT_EQ(search.find("pos/a.jpg")->path, a);
  EXPECT_TRUE(search.find("./pos/a.jpg")->is_as_written);
  EXPECT_FALSE(search.find("b.jpg"));
}

TEST_F(PhotoSearchTest, TakesBackslashesForSeparatorsWhereNoSuchFileExists) {
  const auto a = folder_.write("pos/a.jpg", "");
  EXPECT_EQ(found("pos\\a.jpg"), a);
  EXPECT_EQ(found("C:\\data\\pos\\a.jpg"), a);
  const auto odd = folder_.write("pos\\a.jpg", "");
  EXPECT_EQ(found("pos\\a.jpg"), odd) << "on this system it is a letter of a name";
}

TEST_F(PhotoSearchTest, FindsAnotherCaseAndAnotherExtensionOrNone) {
  const auto a = folder_.write("Pos/A.JPG", "");
  EXPECT_EQ(found("pos/a.jpg"), a);
  EXPECT_EQ(found("Pos/a.png"), a);
  EXPECT_EQ(found("Pos/a"), a);
  const auto bare = folder_.write("b", "\xFF\xD8\xFF\xE0");
  folder_.write("b.xml", "");
  EXPECT_EQ(found("b.jpg"), bare) << "content tells an image, and no .xml file is one";
}

TEST_F(PhotoSearchTest, FindsTheLongestEndOfAPathThatLeadsNowhere) {
  const auto a = folder_.write("pos/a.jpg", "");
  EXPECT_EQ(found("/home/somebody/set/pos/a.jpg"), a);
  const auto b = folder_.write("b.jpg", "");
  EXPECT_EQ(found("elsewhere/b.jpg"), b);
}

TEST_F(PhotoSearchTest, ReadsEscapesAndAddresses) {
  const auto a = folder_.write("pos/my a.jpg", "");
  for (const std::string& name :
       {std::string("pos/my%20a.jpg"), "file://" + a.string(),
        "file://" + (folder_.path() / "pos/my%20a.jpg").string(),
        std::string("https://example.org/files/pos/my%20a.jpg?raw=1#x"),
        std::string("gs://bucket/pos/my a.jpg"), std::string("pos/my a.jpg?raw=true")})
    EXPECT_EQ(found(name), a) << name;
  const auto literal = folder_.write("pos/100%.jpg", "");
  EXPECT_EQ(found("pos/100%.jpg"), literal);
}

TEST_F(PhotoSearchTest, TakesComposedAndDecomposedLettersForTheSame) {
  const auto composed = folder_.write("caf\xC3\xA9.jpg", "");
  EXPECT_EQ(found("cafe\xCC\x81.jpg"), composed);
  const auto decomposed = folder_.write("u\xCC\x88/a.jpg", "");
  EXPECT_EQ(found("\xC3\xBC/a.jpg"), decomposed);
}

TEST_F(PhotoSearchTest, TakesANumberWithZerosForTheSame) {
  const auto padded = folder_.write("000017.jpg", "");
  EXPECT_EQ(found("17"), padded);
  EXPECT_EQ(found("0017.png"), padded);
  folder_.write("17.png", "");
  EXPECT_EQ(found("17").filename(), "17.png") << "as written but for its extension";
  folder_.write("0018.jpg", ""), folder_.write("018.jpg", "");
  expect_error([&] { found("18"); }, Kind::input, "could be");
}

TEST_F(PhotoSearchTest, SearchesTreesWithTheirSubfolders) {
  const auto a = folder_.write("images/train/a.jpg", "");
  const auto other = folder_.write("images/val/a.jpg", "");
  const auto b = folder_.write("images/val/deep/b.jpg", "");
  const std::vector<std::filesystem::path> trees = {folder_.path() / "images"};
  PhotoSearch search({folder_.path() / "labels"}, trees);
  EXPECT_EQ(search.find("b.png")->path, b);
  EXPECT_EQ(search.find("somewhere/val/a.jpg")->path, other);
  expect_error([&] { search.find("a.jpg"); }, Kind::input,
               "could be " + a.string() + " or " + other.string());
}

TEST_F(PhotoSearchTest, RefusesANameThatCouldMeanSeveralPhotos) {
  folder_.write("a.jpg", "");
  folder_.write("a.png", "");
  expect_error([&] { found("a"); }, Kind::input, "a.png; give it with its folder and extension");
  EXPECT_EQ(found("a.png").filename(), "a.png");
}

TEST_F(PhotoSearchTest, DoesNotTakeWhatSystemsLeaveForAPhoto) {
  folder_.write("._a.jpg", "");
  folder_.write("__MACOSX/a.jpg", "");
  EXPECT_EQ(found("a.jpg"), "");
}

}  // namespace
}  // namespace ocelli::internal::photo_search_test
