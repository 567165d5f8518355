#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace ocelli {

/// Whether the name stands for a descriptor that the program was started with: /dev/stdin, /dev/fd/N, /proc/self/fd/N.
bool names_descriptor(const std::string& input);

/// All that such a descriptor gives, kept in memory as a file that can be read by its name as often as wanted: what reads
/// images, pages or videos wants to look at them twice and from more than one thread.
class SpooledInput {
 public:
  /// Reads to the end. Throws Error(Kind::input) naming the input when it cannot be read, gives nothing, or more than a
  /// gigabyte; Error(Kind::cancelled) on a stop request (CancellationScope).
  explicit SpooledInput(std::string input);
  ~SpooledInput();
  SpooledInput(SpooledInput&& other) noexcept;
  SpooledInput& operator=(SpooledInput&&) = delete;

  const std::string& input() const { return input_; }
  /// Of the file, as long as this object lives; for processes that the program starts, too.
  std::string path() const;
  /// The first bytes, to tell by what it is.
  std::vector<std::byte> front() const;

 private:
  std::string input_;
  int file_ = -1;
};

}  // namespace ocelli
