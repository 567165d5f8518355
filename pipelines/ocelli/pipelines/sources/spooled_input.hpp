#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace ocelli::internal {

/// Whether the name refers to an inherited descriptor: /dev/stdin, /dev/fd/N, /proc/self/fd/N.
bool names_descriptor(const std::string& input);

/// Keeps the content of such a descriptor in memory, as a file that can be opened by name repeatedly. Readers
/// of images, pages and videos open it more than once and from several threads.
class SpooledInput {
 public:
  /// Reads to the end.
  /// Throws  Error(Kind::input) naming the input when it cannot be read, is empty, or has more than a
  /// gigabyte; Error(Kind::canceled) on a stop request (CancellationScope).
  explicit SpooledInput(std::string input);
  ~SpooledInput();
  SpooledInput(SpooledInput&& other) noexcept;
  SpooledInput& operator=(SpooledInput&&) = delete;

  const std::string& input() const { return input_; }
  /// The path of the file, valid during the lifetime of this object; also for child processes.
  std::string path() const;
  /// The first bytes, for detecting the content.
  std::vector<std::byte> front() const;

 private:
  std::string input_;
  int file_ = -1;
};

}  // namespace ocelli::internal
