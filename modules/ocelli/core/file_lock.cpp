#include "ocelli/core/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "ocelli/core/error.hpp"

namespace ocelli {
namespace {

int open_lock(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (descriptor >= 0) return descriptor;
  throw Error(Kind::output, std::string("the lock file cannot be created: ") + std::strerror(errno),
              path.string());
}

/// "process 1234", as the holder has written it; "another process" where it has not yet.
std::string holder_of(int descriptor) {
  std::array<char, 32> text{};
  const ssize_t length = ::pread(descriptor, text.data(), text.size(), 0);
  const std::string digits(text.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
  const std::size_t end = digits.find_first_not_of("0123456789");
  if (end == 0 || digits.empty()) return "another process";
  return "process " + digits.substr(0, end);
}

/// Whether the path still names the open file: the holder before may have removed it meanwhile.
bool is_still_there(const std::filesystem::path& path, int descriptor) {
  struct stat open {
  }, named{};
  return ::fstat(descriptor, &open) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

}  // namespace

FileLock::FileLock(std::filesystem::path path) : path_(std::move(path)) {
  constexpr int kMostTries = 100;
  for (int i = 0; i < kMostTries; ++i) {
    const int descriptor = open_lock(path_);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      const std::string holder = holder_of(descriptor);
      ::close(descriptor);
      throw Error(Kind::output, "is held by " + holder, path_.string());
    }
    if (is_still_there(path_, descriptor)) {
      descriptor_ = descriptor;
      break;
    }
    ::close(descriptor);
  }
  require(descriptor_ >= 0, Kind::output, "is repeatedly removed by another process", path_.native());
  const std::string self = std::to_string(::getpid()) + "\n";
  [[maybe_unused]] const bool told =
      ::ftruncate(descriptor_, 0) == 0 && ::pwrite(descriptor_, self.data(), self.size(), 0) > 0;
}

FileLock::~FileLock() {
  ::unlink(path_.c_str());  // before the lock ends: nobody else can have it yet
  ::close(descriptor_);
}

}  // namespace ocelli
