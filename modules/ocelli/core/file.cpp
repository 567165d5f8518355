#include "ocelli/core/file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "ocelli/core/error.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& what) {
  throw Error(Kind::output, what + ": " + std::strerror(errno), path.string());
}

/// A file descriptor that is closed and, until commit(), removed with its file when it goes out of scope.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target) : target_(target), path_(target.string() + ".XXXXXX") {
    descriptor_ = ::mkstemp(path_.data());
    if (descriptor_ < 0) fail(target_, "cannot create a temporary file beside it");
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!committed_) ::unlink(path_.c_str());
  }

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(target_, "cannot write");
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }

  void commit() {
    // mkstemp makes the file private; give it the permissions that any new file would have.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (::fchmod(descriptor_, 0666 & ~mask) != 0) fail(target_, "cannot set permissions");
    if (::fsync(descriptor_) != 0) fail(target_, "cannot flush");
    if (::rename(path_.c_str(), target_.c_str()) != 0) fail(target_, "cannot rename into place");
    committed_ = true;
  }

 private:
  fs::path target_;
  std::string path_;
  int descriptor_ = -1;
  bool committed_ = false;
};

}  // namespace

std::vector<std::byte> read_file(const fs::path& path, std::uint64_t limit) {
  std::error_code failure;
  require(fs::exists(path, failure), Kind::input, "no such file", path.string());
  require(fs::is_regular_file(path, failure), Kind::input, "not a regular file", path.string());
  const std::uint64_t size = fs::file_size(path, failure);
  require(!failure, Kind::input, "cannot be read: " + failure.message(), path.string());
  require(size <= limit, Kind::input,
          "has " + std::to_string(size) + " bytes, more than the " + std::to_string(limit) + " allowed",
          path.string());
  std::ifstream stream(path, std::ios::binary);
  std::vector<std::byte> bytes(size);
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  require(stream.gcount() == static_cast<std::streamsize>(size), Kind::input, "cannot be read",
          path.string());
  return bytes;
}

std::string read_text(const fs::path& path, std::uint64_t limit) {
  const std::vector<std::byte> bytes = read_file(path, limit);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void write_file_atomically(const fs::path& path, std::span<const std::byte> bytes) {
  TemporaryFile file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace ocelli
