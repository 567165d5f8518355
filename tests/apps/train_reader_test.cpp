#include <gmock/gmock.h>

#include <filesystem>

#include "apps/program.hpp"
#include "apps/reading_place.hpp"
#include "ocelli/text/reader_model.hpp"

namespace ocelli::internal::test::train_reader_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path kFace = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

/// A folder with a type face, a text, and room for models.
class ReaderGround {
 public:
  ReaderGround() {
    fs::create_directory(folder_.path() / "faces");
    if (fs::exists(kFace)) fs::copy_file(kFace, folder_.path() / "faces/face.ttf");
    text_ = folder_.file("text.txt", "a quick brown fox jumps over the lazy dog\nand over the fence\n");
  }

  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }

  /// Learns next to nothing, quickly.
  std::vector<std::string> train(const std::string& model, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> command = {
        "train",    "reader", text_,         "--fonts", at("faces"),     "-o", at(model), "--lines", "90",
        "--rounds", "3",      "--templates", "5:6",     "--tune-epochs", "1"};
    command.insert(command.end(), more.begin(), more.end());
    return command;
  }

 private:
  TemporaryFolder folder_;
  std::string text_;
};

TEST(TrainReader, MakesTheSameModelWithAnyNumberOfThreads) {
  if (!fs::exists(kFace)) GTEST_SKIP() << "SKIPPED: needs the package fonts-dejavu-core";
  const ReaderGround ground;
  const Finished run = ocelli(ground.train("a.ocelli"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(load_reader(fs::path(ground.at("a.ocelli"))).reader.classes(), 95U);
  EXPECT_FALSE(fs::exists(ground.at("a.ocelli.checkpoint")));
  ASSERT_EQ(ocelli(ground.train("b.ocelli", {"--threads", "1"})).exit_code, 0);
  EXPECT_EQ(content_of(ground.at("a.ocelli")), content_of(ground.at("b.ocelli")));
}

TEST(TrainReader, SaysWhenThereIsNoTypeFace) {
  const ReaderGround ground;
  fs::remove(ground.at("faces/face.ttf"));
  const Finished run = ocelli(ground.train("a.ocelli"));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("no font"));
}

TEST(TrainReader, NeedsTextsAndAPlaceForTheModel) {
  EXPECT_EQ(ocelli({"train", "reader", "-o", "x.ocelli"}).exit_code, 2);
  EXPECT_EQ(ocelli({"train", "reader", "text.txt"}).exit_code, 2);
}

TEST(TrainLanguage, RefusesABinaryFile) {
  const ReadingPlace place;
  const Finished run = ocelli(
      {"train", "language", "--language", "xyz", "-o", place.at("xyz.ocelli"), place.page("page.png")});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("page.png: is a binary file; expected UTF-8 text"));
}

TEST(TrainReader, RefusesAHalfThatIsNone) {
  const ReaderGround ground;
  const Finished run = ocelli(ground.train("a.ocelli", {"--half", "left"}));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--half"));
}

TEST(TrainReader, SaysWhenNoPageIsReadSurely) {
  const ReadingPlace place;
  const Finished run = ocelli({"train", "reader", "--add-pages", place.blank("blank.png"), "--add-pages",
                               place.at("none.png"), "--adapt", place.model(), "-o", place.at("own.ocelli")});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("none.png"));
  EXPECT_THAT(run.err, HasSubstr("read with confidence"));
}

TEST(TrainReader, RefusesPagesOfALanguageThatIsNotThere) {
  const ReadingPlace place;
  const Finished run = ocelli({"train", "reader", "--add-pages", place.page("page.png"), "--language",
                               "klingon", "-o", place.at("own.ocelli")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("klingon"));
}

}  // namespace
}  // namespace ocelli::internal::test::train_reader_test
