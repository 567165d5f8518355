#pragma once

#include <cstdint>
#include <span>

/// The answers of stumps as their vector code reads them.
namespace ocelli::vote_kernel {

/// One bit a sample in words of 64: 1 where the answer is +1.
using Words = std::span<const std::uint64_t>;

/// Sums of numbers where two sets of bits are alike, and where they differ.
struct Agreement {
  double alike = 0, different = 0;
};

}  // namespace ocelli::vote_kernel
