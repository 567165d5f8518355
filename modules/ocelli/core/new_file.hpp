#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace ocelli {

/// A file that is written bit by bit and yet all or nothing: until commit() it is a temporary one beside `path`, which
/// goes away with this object. A reader sees the old file or the whole new one, even after a power cut.
class NewFile {
 public:
  /// Throws Error(Kind::output) naming the path, here and below.
  explicit NewFile(std::filesystem::path path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::span<const std::byte> bytes);
  /// Flushes to the disk and takes the place of what was at `path`.
  void commit();

 private:
  std::filesystem::path target_;
  std::string path_;
  int descriptor_ = -1;
  bool committed_ = false;
};

}  // namespace ocelli
