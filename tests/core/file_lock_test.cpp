#include "ocelli/core/file_lock.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::file_lock_test {
namespace {

using testing::HasSubstr;

TEST(FileLock, IsHeldOnceAndNamesTheHolder) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "model.lock";
  {
    const FileLock lock(path);
    const Error error = test::error_of([&] { const FileLock second(path); });
    EXPECT_EQ(error.kind(), Kind::output);
    EXPECT_THAT(error.what(), HasSubstr("locked by process " + std::to_string(::getpid())));
    EXPECT_TRUE(std::filesystem::exists(path)) << "the second one must not remove it";
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_NO_THROW(FileLock{path});
}

TEST(FileLock, TakesOverWhatAKilledProcessLeft) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "model.lock";
  const pid_t child = ::fork();
  if (child == 0) {
    const FileLock lock(path);
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  ASSERT_TRUE(std::filesystem::exists(path));
  EXPECT_NO_THROW(FileLock{path});
}

TEST(FileLock, NamesAFileThatCannotBeCreated) {
  const test::TemporaryFolder folder;
  test::expect_error([&] { const FileLock lock(folder.path() / "none" / "model.lock"); }, Kind::output,
                     "none/model.lock");
}

TEST(FileLock, DoesNotFollowALink) {
  const test::TemporaryFolder folder;
  const auto target = folder.write("precious", "text");
  std::filesystem::create_symlink(target, folder.path() / "model.lock");
  test::expect_error([&] { const FileLock lock(folder.path() / "model.lock"); }, Kind::output, "model.lock");
}

TEST(FileLock, NeitherEmptiesNorRemovesAFileOfSomebodyElse) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("poetry.lock", "[[package]]\nname = \"black\"\n");
  test::expect_error([&] { const FileLock lock(path); }, Kind::output, "was not written by Ocelli");
  EXPECT_EQ(test::content_of(path), "[[package]]\nname = \"black\"\n");
  const auto inner = folder.path() / "folder.lock";
  std::filesystem::create_directory(inner);
  test::expect_error([&] { const FileLock lock(inner); }, Kind::output, "folder.lock");
}

TEST(FileLock, TakesOverALeftLockThatMayOnlyBeRead) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("model.lock", "ocelli lock, process 1\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_read);
  {
    const FileLock lock(path);
    EXPECT_EQ(test::content_of(path), "ocelli lock, process " + std::to_string(::getpid()) + "\n");
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace ocelli::internal::file_lock_test
