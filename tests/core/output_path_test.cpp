#include "ocelli/core/output_path.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::output_path_test {
namespace {

namespace fs = std::filesystem;

/// A separate folder for each test. Nothing here touches the system's devices, because root could replace
/// them.
class OutputPathOfANewFile : public testing::Test {
 protected:
  fs::path path(const std::string& name) const { return folder_.path() / name; }
  std::ptrdiff_t entries() const { return folder_.entries(); }
  fs::path made(const std::string& name, const std::string& content, mode_t mode = 0644) const {
    std::ofstream(path(name)) << content;
    ::chmod(path(name).c_str(), mode);
    return path(name);
  }

  static void write(const fs::path& file, const std::string& text) {
    write_file_atomically(file, std::as_bytes(std::span(text)));
  }
  static struct ::stat look(const fs::path& file) {
    struct ::stat status {};
    EXPECT_EQ(::lstat(file.c_str(), &status), 0) << file;
    return status;
  }
  static std::string refusal(const std::function<void()>& act) {
    const Error error = test::error_of(act);
    EXPECT_EQ(error.kind(), Kind::output);
    return error.what();
  }

 private:
  const test::TemporaryFolder folder_;
};

TEST_F(OutputPathOfANewFile, APipeIsWrittenToAndStaysAPipe) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = test::content_of(path("pipe")); });
  write(path("pipe"), "through the pipe");
  reader.join();
  EXPECT_EQ(received, "through the pipe");
  EXPECT_TRUE(S_ISFIFO(look(path("pipe")).st_mode));
  EXPECT_EQ(entries(), 1);
}

TEST_F(OutputPathOfANewFile, APipeWithoutAReaderIsNotWaitedForAfterAStop) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::stop_source source;
  const CancellationScope scope(source.get_token());
  std::thread stopping([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    source.request_stop();
  });
  test::expect_error([&] { write(path("pipe"), "nobody reads"); }, Kind::canceled, "");
  stopping.join();
}

TEST_F(OutputPathOfANewFile, ADeviceIsWrittenToAndStaysADevice) {
  constexpr unsigned kMemory = 1, kNull = 3;
  if (::mknod(path("null").c_str(), S_IFCHR | 0666, ::makedev(kMemory, kNull)) != 0)
    GTEST_SKIP() << "only root can make devices";
  if (const int opened = ::open(path("null").c_str(), O_WRONLY); opened < 0) {
    GTEST_SKIP() << "devices do not work in " << path("");
  } else {
    ::close(opened);
  }
  write(path("null"), "to nowhere");
  EXPECT_TRUE(S_ISCHR(look(path("null")).st_mode));
  EXPECT_EQ(entries(), 1);
}

TEST_F(OutputPathOfANewFile, AFullDeviceTellsThatItIs) {
  constexpr unsigned kMemory = 1, kFull = 7;
  if (::mknod(path("full").c_str(), S_IFCHR | 0666, ::makedev(kMemory, kFull)) != 0)
    GTEST_SKIP() << "only root can make devices";
  if (const int opened = ::open(path("full").c_str(), O_WRONLY); opened < 0) {
    GTEST_SKIP() << "devices do not work in " << path("");
  } else {
    ::close(opened);
  }
  EXPECT_THAT(refusal([&] { write(path("full"), "too much"); }), testing::HasSubstr("No space left"));
  EXPECT_TRUE(S_ISCHR(look(path("full")).st_mode));
}

TEST_F(OutputPathOfANewFile, ALinkStaysAndTheFileAtItsEndIsReplaced) {
  fs::create_directory(path("elsewhere"));
  made("elsewhere/file", "old", 0640);
  fs::create_symlink("elsewhere/file", path("first"));
  fs::create_symlink("first", path("second"));
  write(path("second"), "new");
  EXPECT_TRUE(fs::is_symlink(path("first")));
  EXPECT_TRUE(fs::is_symlink(path("second")));
  EXPECT_EQ(test::content_of(path("elsewhere/file")), "new");
  EXPECT_EQ(look(path("elsewhere/file")).st_mode & 0777, 0640u);
}

TEST_F(OutputPathOfANewFile, ALinkToAFileYetToBeMadeMakesIt) {
  fs::create_symlink("later", path("link"));
  write(path("link"), "new");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(test::content_of(path("later")), "new");
}

TEST_F(OutputPathOfANewFile, LinksThatLeadRoundInACircleAreRefused) {
  fs::create_symlink("b", path("a"));
  fs::create_symlink("a", path("b"));
  EXPECT_THAT(refusal([&] { write(path("a"), "x"); }), testing::HasSubstr("cycle"));
}

TEST_F(OutputPathOfANewFile, ALinkToADescriptorIsWrittenToWhereTheDescriptorStands) {
  const fs::path file = made("file", "before ");
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_APPEND);
  fs::create_symlink("/proc/self/fd/" + std::to_string(descriptor), path("stdout"));
  write(path("stdout"), "and after");
  write("/dev/fd/" + std::to_string(descriptor), ", again");
  ::close(descriptor);
  EXPECT_EQ(test::content_of(file), "before and after, again");
  EXPECT_TRUE(fs::is_symlink(path("stdout")));
}

TEST_F(OutputPathOfANewFile, ADescriptorThatIsNotOpenIsNamed) {
  EXPECT_THAT(refusal([&] { write("/proc/self/fd/987", "x"); }), testing::HasSubstr("not open for writing"));
}

TEST_F(OutputPathOfANewFile, AnOldFileKeepsItsPermissionsAndOwner) {
  const fs::path file = made("file", "old", 0600);
  const bool given = ::chown(file.c_str(), 12345, 12345) == 0;
  write(file, "new");
  EXPECT_EQ(test::content_of(file), "new");
  EXPECT_EQ(look(file).st_mode & 0777, 0600u);
  if (given) {
    EXPECT_EQ(look(file).st_uid, 12345u);
  }
}

TEST_F(OutputPathOfANewFile, AReadOnlyFileIsRefusedEvenForRoot) {
  const fs::path file = made("file", "precious", 0444);
  EXPECT_THAT(refusal([&] { write(file, "new"); }), testing::HasSubstr("is not writable"));
  EXPECT_EQ(test::content_of(file), "precious");
  EXPECT_EQ(entries(), 1);
}

TEST_F(OutputPathOfANewFile, AFolderIsRefused) {
  EXPECT_THAT(refusal([&] { write(path("."), "x"); }), testing::HasSubstr("folder"));
  EXPECT_THAT(refusal([&] { write(path(""), "x"); }), testing::HasSubstr("expected a file name"));
}

}  // namespace
}  // namespace ocelli::internal::output_path_test
