#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "ocelli/core/output_path.hpp"

namespace ocelli {

/// A file that is written bit by bit and yet all or nothing: until commit() it is a temporary one beside `path`, named
/// `path`.part-XXXXXX with six letters or digits, which goes away with this object.
/// A reader sees the old file or the whole new one, even after a power cut.
///
/// Only a regular file is replaced, and keeps its permissions (and its owner, where the system allows); a link stays and
/// the file at its end is replaced. A device or pipe is written to as it goes: find_output() tells them apart, and what
/// may not be written is refused before anything is.
class NewFile {
 public:
  /// Throws Error(Kind::output) naming the path, here and below.
  explicit NewFile(std::filesystem::path path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::span<const std::byte> bytes);
  /// Flushes to the disk (not a stream) and takes the place of what was at `path`.
  void commit();

 private:
  mode_t permissions() const;

  std::filesystem::path name_;  ///< as the user says it, for messages
  OutputPath target_;
  std::string path_;  ///< of the temporary file; empty for a stream
  int descriptor_ = -1;
  bool committed_ = false;
};

/// Removes the temporary files that killed writers of `path` have left beside it, at the end of its links: regular ones of
/// this user, named as NewFile names them. Requires that nobody writes `path` now. Returns how many there were; what cannot be removed stays.
/// Throws as end_of_links().
std::size_t remove_unfinished(const std::filesystem::path& path);

}  // namespace ocelli
