#include "ocelli/core/file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <string>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::file_test {
namespace {

namespace fs = std::filesystem;

std::span<const std::byte> bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

/// The message of the Error that `act` throws; a failed expectation if it throws none.
std::string message_of(Kind kind, const std::function<void()>& act) {
  const Error error = test::error_of(act);
  EXPECT_EQ(error.kind(), kind);
  return error.what();
}

/// A separate folder for each test.
class File : public testing::Test {
 protected:
  fs::path path(const std::string& name) const { return folder_.path() / name; }
  std::ptrdiff_t entries() const { return folder_.entries(); }

 private:
  const test::TemporaryFolder folder_;
};

TEST_F(File, ReadsBackWhatWasWritten) {
  const std::string content("line\n\0\xff end", 12);
  write_file_atomically(path("a"), bytes(content));
  EXPECT_EQ(read_text(path("a"), 100), content);
}

TEST_F(File, MayBeEmpty) {
  write_file_atomically(path("empty"), {});
  EXPECT_TRUE(read_file(path("empty"), 0).empty());
}

TEST_F(File, ReplacesTheOldOneAndLeavesNothingElse) {
  write_file_atomically(path("a"), bytes("a long old content"));
  write_file_atomically(path("a"), bytes("new"));
  EXPECT_EQ(read_text(path("a"), 100), "new");
  EXPECT_EQ(entries(), 1);
}

TEST_F(File, IsReadableByOthersAsAnyNewFileWouldBe) {
  const mode_t before = ::umask(022);
  write_file_atomically(path("a"), bytes("x"));
  ::umask(before);
  struct ::stat status {};
  ASSERT_EQ(::stat(path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0644u);
}

TEST_F(File, OfExactlyTheLimitIsRead) {
  write_file_atomically(path("a"), bytes("12345"));
  EXPECT_EQ(read_file(path("a"), 5).size(), 5u);
}

TEST_F(File, BeyondTheLimitIsRefusedWithBothSizes) {
  write_file_atomically(path("a"), bytes("123456"));
  const std::string message = message_of(Kind::input, [&] { read_file(path("a"), 5); });
  EXPECT_EQ(message, path("a").string() + ": has 6 bytes, more than the 5 allowed");
}

TEST_F(File, ThatIsMissingIsNamed) {
  const std::string message = message_of(Kind::input, [&] { read_file(path("absent"), 5); });
  EXPECT_EQ(message, path("absent").string() + ": no such file");
}

TEST_F(File, ThatIsAFolderIsRefused) {
  const std::string message = message_of(Kind::input, [&] { read_file(path("."), 5); });
  EXPECT_THAT(message, testing::HasSubstr("not a regular file"));
}

TEST_F(File, ThatIsAPipeIsRefusedInsteadOfWaitedFor) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_THAT(message_of(Kind::input, [&] { read_file(path("pipe"), 5); }),
              testing::HasSubstr("not a regular file"));
}

TEST_F(File, InAFolderThatDoesNotExistCannotBeWritten) {
  const std::string message =
      message_of(Kind::output, [&] { write_file_atomically(path("no/such/a"), bytes("x")); });
  EXPECT_THAT(message, testing::StartsWith(path("no/such/a").string() + ": "));
}

TEST_F(File, ThatIsAFolderIsNotReplaced) {
  fs::create_directories(path("taken/inside"));
  EXPECT_THAT(message_of(Kind::output, [&] { write_file_atomically(path("taken"), bytes("x")); }),
              testing::HasSubstr("is a folder"));
  EXPECT_EQ(entries(), 1);
}

}  // namespace
}  // namespace ocelli::internal::file_test
