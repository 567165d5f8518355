#pragma once

#include <cstddef>
#include <cstdint>

/// Rows of integral tables (internal). Written once with Highway, compiled for every instruction set, chosen at run time.
namespace ocelli::integral_kernel {

/// What the rows of two phases begin with: entry k of `even` is column 2 k, of `odd` column 2 k + 1, of a row and of the one above it.
struct TwoPhaseRow {
  const std::uint32_t *even_above, *odd_above;
  std::uint32_t *even, *odd;
};

/// Fills a row of the sums of pixels and one of the sums of squared pixels, in tables of two phases, from the pixels of the row above it.
/// Takes whole registers alone: returns how many pixels it has done, an even number, from the first on. The first column must have been
/// set.
std::size_t add_two_phase_row(const std::uint8_t* pixels, std::size_t count, const TwoPhaseRow& sum,
                              const TwoPhaseRow& squared);

}  // namespace ocelli::integral_kernel
