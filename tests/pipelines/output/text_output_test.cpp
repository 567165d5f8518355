#include "ocelli/pipelines/output/text_output.hpp"

#include <gmock/gmock.h>

#include "data/temporary_folder.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::text_output_test {
namespace {

TEST(TextOutput, HasWrittenWhenWriteReturns) {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.file("out.jsonl", "old content\n");
  TextOutput output(path);
  output.write("one\n");
  EXPECT_EQ(test::content_of(path), "one\n");
  output.write("two\n");
  EXPECT_EQ(test::content_of(path), "one\ntwo\n");
}

TEST(TextOutput, NamesAFileThatCannotBeCreated) {
  try {
    TextOutput("/nowhere/out.jsonl");
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Kind::output);
    EXPECT_THAT(error.what(),
                testing::StartsWith("/nowhere/out.jsonl: cannot be created: the folder /nowhere"));
  }
}

TEST(TextOutput, LeavesTheOldFileUntilThereIsSomethingToWrite) {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.file("out.csv", "old\n");
  TextOutput output(path);
  output.begin_with("header\n");
  EXPECT_EQ(test::content_of(path), "old\n");
  output.write("row\n");
  EXPECT_EQ(test::content_of(path), "header\nrow\n");
}

TEST(TextOutput, FinishedWithoutATextHoldsItsBeginningAlone) {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.file("out.csv", "old\n");
  TextOutput output(path);
  output.begin_with("header\n");
  output.finish();
  EXPECT_EQ(test::content_of(path), "header\n");
}

TEST(TextOutput, GoesOnAtTheEndOfAFileWhenToldTo) {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.file("log", "one\n");
  TextOutput(path, OpenMode::append).write("two\n");
  EXPECT_EQ(test::content_of(path), "one\ntwo\n");
}

TEST(TextOutput, TellsOfAFullDisk) {
  TextOutput full("/dev/full");
  EXPECT_THROW(full.write("one\n"), Error);
}

}  // namespace
}  // namespace ocelli::internal::text_output_test
