#pragma once

#include <filesystem>

namespace ocelli {

/// Holds a lock file for as long as this object lives, so that two processes do not write the same files.
///
/// The lock is the kernel's (flock), not the file's presence: it ends with the process, also when that is killed, and a
/// lock file left behind is taken over. On file systems that cannot lock nothing is held, and nothing refused.
class FileLock {
 public:
  /// Creates the file where it is missing. Throws Error(Kind::output) naming it when another process holds the lock
  /// (and which one) or the file cannot be created.
  explicit FileLock(std::filesystem::path path);
  /// Removes the file and releases the lock.
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace ocelli
