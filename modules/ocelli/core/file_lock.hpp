#pragma once

#include <filesystem>

namespace ocelli::internal {

/// Locks a file for the lifetime of this object, so that two processes do not write the same files.
///
/// The lock is the kernel's (flock), not the existence of the file. It ends with the process, even a killed
/// one. A stale lock file is taken over, whoever owned it. On file systems without locking this does nothing.
/// The file begins with the words "ocelli lock". A file with other content is not touched.
class FileLock {
 public:
  /// Creates the file if it is missing. Throws Error(Kind::output) naming the file when another process holds
  /// the lock (with its process id), when the file cannot be created, or when something else has its name.
  explicit FileLock(std::filesystem::path path);
  /// Removes the file and releases the lock.
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

/// Whether the path names this open file. A link is not followed.
bool is_name_of(const std::filesystem::path& path, int descriptor);

}  // namespace ocelli::internal
