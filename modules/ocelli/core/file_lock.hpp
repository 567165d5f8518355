#pragma once

#include <filesystem>

namespace ocelli::internal {

/// Holds a lock file during the lifetime of this object, so that two processes do not write the same files.
///
/// The lock is the kernel's (flock), not the existence of the file: it ends with the process, even when that
/// is killed, and a stale lock file is taken over, whoever's it was. On file systems without locking this
/// does nothing. The file begins with the words "ocelli lock". A file of other content is not touched.
class FileLock {
 public:
  /// Creates the file if it is missing. Throws Error(Kind::output) naming it when another process holds the
  /// lock (with its process id), the file cannot be created, or something else has its name.
  explicit FileLock(std::filesystem::path path);
  /// Removes the file and releases the lock.
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

/// Whether the path, not followed if it is a link, names this open file.
bool is_name_of(const std::filesystem::path& path, int descriptor);

}  // namespace ocelli::internal
