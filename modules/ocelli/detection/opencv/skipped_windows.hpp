#pragma once

#include <cstdint>

namespace ocelli::internal::opencv_kernel {

/// Determines which windows of a row OpenCV skips: each window after one that was evaluated and rejected by
/// the first stage.
///
/// Takes the windows of a row in blocks of 64, one bit per window, the first in the lowest bit.
/// Takes a row's windows in blocks of 64, one bit a window, the first the lowest.
class SkippedWindows {
 public:
  /// Returns the skipped windows of the next block. `rejected`: the windows that the first stage would reject
  /// if evaluated.
  std::uint64_t operator()(std::uint64_t rejected) {
    constexpr std::uint64_t kEven = 0x5555'5555'5555'5555;
    rejected &= ~carry_;
    // The first window of a run of rejected ones is evaluated, and so is every other one after it: the bits
    // with the parity of the run's first bit. Adding that bit to the run carries through it, which finds the
    // runs that start at even bits.
    const std::uint64_t starts = rejected & ~(rejected << 1);
    const std::uint64_t from_even = rejected & ~(rejected + (starts & kEven));
    const std::uint64_t evaluated = (from_even & kEven) | (rejected & ~from_even & ~kEven);
    const std::uint64_t skipped = (evaluated << 1) | carry_;
    carry_ = evaluated >> 63;
    return skipped;
  }

 private:
  std::uint64_t carry_ = 0;  ///< whether the next block's first window is skipped
};

}  // namespace ocelli::internal::opencv_kernel
