#include "ocelli/core/new_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "ocelli/core/error.hpp"

namespace ocelli {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) {
  throw Error(Kind::output, what + ": " + std::strerror(errno), path.string());
}

}  // namespace

NewFile::NewFile(std::filesystem::path path)
    : target_(std::move(path)), path_(target_.string() + ".XXXXXX"), descriptor_(::mkstemp(path_.data())) {
  if (descriptor_ < 0) fail(target_, "cannot create a temporary file beside it");
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!committed_) ::unlink(path_.c_str());
}

void NewFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(target_, "cannot write");
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void NewFile::commit() {
  // mkstemp makes the file private; give it the permissions that any new file would have.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  if (::fchmod(descriptor_, 0666 & ~mask) != 0) fail(target_, "cannot set permissions");
  if (::fsync(descriptor_) != 0) fail(target_, "cannot flush");
  if (::rename(path_.c_str(), target_.c_str()) != 0) fail(target_, "cannot rename into place");
  committed_ = true;
}

}  // namespace ocelli
