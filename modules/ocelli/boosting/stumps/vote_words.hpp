#pragma once

#include <cstdint>
#include <span>

/// The outputs of stumps in the layout of their vector code.
namespace ocelli::internal::vote_kernel {

/// One bit per sample in words of 64: 1 where the output is +1.
using Words = std::span<const std::uint64_t>;

/// Sums of numbers where two sets of bits agree, and where they differ.
struct Agreement {
  double alike = 0, different = 0;
};

}  // namespace ocelli::internal::vote_kernel
