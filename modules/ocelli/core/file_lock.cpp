#include "ocelli/core/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "ocelli lock, process ";

/// Closes a file at the end of a block.
class Closing {
 public:
  explicit Closing(int descriptor) : descriptor_(descriptor) {}
  ~Closing() { ::close(descriptor_); }
  Closing(const Closing&) = delete;
  Closing& operator=(const Closing&) = delete;

 private:
  int descriptor_;
};

constexpr int kFlags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;

/// Nothing if the file does not exist. A file of another user may be read-only for us.
std::optional<int> open_existing(const fs::path& path) {
  int descriptor = ::open(path.c_str(), O_RDWR | kFlags);
  if (descriptor < 0 && errno == EACCES) descriptor = ::open(path.c_str(), O_RDONLY | kFlags);
  if (descriptor >= 0) return descriptor;
  if (errno == ENOENT) return std::nullopt;
  const std::string why = errno == ELOOP ? "it is a symbolic link" : std::strerror(errno);
  throw Error(Kind::output, "the lock file cannot be opened: " + why, path.string());
}

/// Nothing if another process was faster.
std::optional<int> create(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | kFlags, 0644);
  if (descriptor >= 0) return descriptor;
  if (errno == EEXIST) return std::nullopt;
  throw Error(Kind::output, std::string("the lock file cannot be created: ") + std::strerror(errno),
              path.string());
}

/// The content of a lock file, which may be about to be written.
std::string text_of(int descriptor) {
  std::array<char, 64> text{};
  const ssize_t length = ::pread(descriptor, text.data(), text.size(), 0);
  return {text.data(), length > 0 ? static_cast<std::size_t>(length) : 0};
}

/// An empty file counts: its holder has not written it yet, or has just emptied it.
bool is_lock(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return false;
  return status.st_size == 0 || text_of(descriptor).starts_with(kMark);
}

/// "process 1234", as written by the holder; "another process" if it has not written yet.
std::string holder_of(int descriptor) {
  const std::string text = text_of(descriptor);
  if (!text.starts_with(kMark)) return "another process";
  const std::string number = text.substr(kMark.size());
  return "process " + number.substr(0, number.find_first_not_of("0123456789"));
}

/// Whether the lock was taken, or this file system has no locks.
bool lock(int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

/// Removes a lock file that a killed process left. Throws Error if it is not a lock file, or is locked.
void remove_stale(const fs::path& path, int descriptor) {
  require(is_lock(descriptor), Kind::output,
          "has the name of a lock file but was not written by Ocelli; rename it", path.native());
  require(
      lock(descriptor), Kind::output, [&] { return "is locked by " + holder_of(descriptor); }, path.native());
  if (!is_name_of(path, descriptor) || ::unlink(path.c_str()) == 0 || errno == ENOENT) return;
  throw Error(Kind::output, std::string("cannot remove this stale lock: ") + std::strerror(errno),
              path.string());
}

/// The lock, or nothing if another process interfered.
std::optional<int> try_lock(const fs::path& path) {
  if (const std::optional<int> old = open_existing(path)) {
    const Closing closing(*old);
    remove_stale(path, *old);
  }
  const std::optional<int> descriptor = create(path);
  if (descriptor && lock(*descriptor) && is_name_of(path, *descriptor)) return descriptor;
  if (descriptor) ::close(*descriptor);
  return std::nullopt;
}

}  // namespace

bool is_name_of(const fs::path& path, int descriptor) {
  struct stat open {
  }, named{};
  return ::fstat(descriptor, &open) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

FileLock::FileLock(std::filesystem::path path) : path_(std::move(path)) {
  constexpr int kMaxTries = 100;
  for (int i = 0; i < kMaxTries && descriptor_ < 0; ++i) descriptor_ = try_lock(path_).value_or(-1);
  require(descriptor_ >= 0, Kind::output, "keeps being removed by another process", path_.native());
  const std::string text = std::string(kMark) + std::to_string(::getpid()) + "\n";
  [[maybe_unused]] const bool told = ::pwrite(descriptor_, text.data(), text.size(), 0) > 0;
}

FileLock::~FileLock() {
  if (is_name_of(path_, descriptor_))
    ::unlink(path_.c_str());  // before the lock ends, while it is still ours alone
  ::close(descriptor_);
}

}  // namespace ocelli::internal
