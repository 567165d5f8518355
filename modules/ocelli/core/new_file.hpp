#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "ocelli/core/output_path.hpp"

namespace ocelli::internal {

/// A file written in steps but published atomically. Until commit() it is a temporary file next to `path`,
/// named `path`.ocelli-part-N (see beside()). The destructor removes an uncommitted file. The next writer
/// removes what a killed writer left. A reader sees the old file or the whole new one, even after a power
/// failure.
///
/// Several processes may write a path at the same time. Each has its own file, locked (flock) while it is
/// written. The last commit() wins.
///
/// Only regular files are replaced. They keep their permissions (and their owner, where the system allows
/// it). A link stays and its target is replaced. A device or pipe is written directly. find_output()
/// distinguishes the cases and rejects a path that may not be written before anything is written.
class NewFile {
 public:
  /// Throws Error(Kind::output) naming the path, like the functions below.
  explicit NewFile(std::filesystem::path path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }

  /// Whether it is a device or pipe, which cannot be read back.
  bool is_stream() const { return target_.is_stream(); }
  /// For other programs to write to, or to read from at its path in /proc.
  int descriptor() const { return descriptor_; }

  /// Flushes to disk (except a stream) and replaces what was at `path`.
  void commit();

 private:
  mode_t permissions() const;

  std::filesystem::path name_;  ///< as given by the user, for messages
  OutputPath target_;
  std::filesystem::path path_;  ///< of the temporary file; empty for a stream
  int descriptor_ = -1;
  bool committed_ = false;
};

/// Removes the temporary files that killed writers of `path` left next to it (or next to the target of its
/// links): regular files of this user that are named as NewFile names them and that no process is writing.
/// Returns how many there were. Files that cannot be removed stay. Throws like end_of_links().
std::size_t remove_unfinished(const std::filesystem::path& path);

}  // namespace ocelli::internal
