#include "ocelli/core/new_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <string>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/file_lock.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxWriters = 1000;  ///< of one path at the same time

/// The temporary file of one writer of a path.
fs::path part_of(const fs::path& target, std::size_t writer) {
  return beside(target, ".ocelli-part-" + std::to_string(writer));
}

/// Removes the temporary file of a killed writer: it is ours, and nobody has locked it.
bool remove_left(const fs::path& part) {
  const int descriptor = ::open(part.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return false;
  struct stat status {};
  const bool is_ours =
      ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid();
  const bool removed = is_ours && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 &&
                       is_name_of(part, descriptor) && ::unlink(part.c_str()) == 0;
  ::close(descriptor);
  return removed;
}

/// Nothing if another writer uses this name.
std::optional<int> create_locked(const fs::path& part, const fs::path& name) {
  const int descriptor = ::open(part.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0 && errno == EEXIST) return std::nullopt;
  if (descriptor < 0) fail_with_system_reason(name, "cannot create a temporary file next to it");
  // A cleanup may take the lock before us, and then removes the file.
  const bool is_another = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (!is_another && is_name_of(part, descriptor)) return descriptor;
  ::close(descriptor);
  return std::nullopt;
}

}  // namespace

NewFile::NewFile(std::filesystem::path path) : name_(std::move(path)), target_(find_output(name_)) {
  if (target_.is_stream()) {
    descriptor_ = open_output(target_, OpenMode::anew, name_);
    return;
  }
  remove_unfinished(target_.path);
  for (std::size_t writer = 0; writer < kMaxWriters; ++writer) {
    const fs::path part = part_of(target_.path, writer);
    if (const std::optional<int> descriptor = create_locked(part, name_)) {
      path_ = part;
      descriptor_ = *descriptor;
      return;
    }
  }
  throw Error(Kind::output,
              "cannot create a temporary file next to it: all names such as " +
                  part_of(target_.path, 0).string() + " are in use; remove the leftover files",
              name_.string());
}

NewFile::~NewFile() {
  if (!committed_ && !path_.empty()) ::unlink(path_.c_str());
  if (descriptor_ >= 0) ::close(descriptor_);
}

void NewFile::write(std::span<const std::byte> bytes) { write_all(descriptor_, bytes, name_); }

void NewFile::commit() {
  if (target_.is_stream()) return;
  if (target_.form == OutputPath::Form::file) {
    // Only root may give a file away. For others the new file is their own.
    [[maybe_unused]] const int ignored = ::fchown(descriptor_, target_.owner, target_.group);
  }
  if (::fchmod(descriptor_, permissions()) != 0) fail_with_system_reason(name_, "cannot set permissions");
  if (::fsync(descriptor_) != 0) fail_with_system_reason(name_, "cannot flush");
  if (::rename(path_.c_str(), target_.path.c_str()) != 0)
    fail_with_system_reason(name_, "cannot rename into place");
  committed_ = true;
}

/// A temporary file is private. It gets the permissions of the old file, or those of any new file.
mode_t NewFile::permissions() const {
  if (target_.form == OutputPath::Form::file) return target_.permissions;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

std::size_t remove_unfinished(const fs::path& path) {
  constexpr std::size_t kMaxGap = 4;  // free names between those of concurrent writers
  const fs::path target = end_of_links(path);
  std::size_t removed = 0, gap = 0;
  for (std::size_t writer = 0; writer < kMaxWriters && gap < kMaxGap; ++writer) {
    const fs::path part = part_of(target, writer);
    struct stat status {};
    gap = ::lstat(part.c_str(), &status) == 0 ? 0 : gap + 1;
    if (gap == 0) removed += remove_left(part);
  }
  return removed;
}

}  // namespace ocelli::internal
