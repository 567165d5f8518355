#include "ocelli/core/file_lock.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::file_lock_test {
namespace {

using testing::HasSubstr;

TEST(FileLock, IsHeldOnceAndNamesTheHolder) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "model.lock";
  {
    const FileLock lock(path);
    const Error error = test::error_of([&] { const FileLock second(path); });
    EXPECT_EQ(error.kind(), Kind::output);
    EXPECT_THAT(error.what(), HasSubstr("held by process " + std::to_string(::getpid())));
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

}  // namespace
}  // namespace ocelli::file_lock_test
