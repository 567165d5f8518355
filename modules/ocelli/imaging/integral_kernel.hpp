#pragma once

#include <cstddef>
#include <cstdint>

/// Rows of integral tables (internal). Written once with Highway, compiled for every instruction set, and
/// chosen at run time.
namespace ocelli::internal::integral_kernel {

/// A row of a one-phase table and the row above it, from column 1 on.
struct Row {
  const std::uint32_t* above;
  std::uint32_t* here;
};

/// The start of the rows of two phases, for a row and the one above it. Entry k of `even` is column 2 k,
/// entry k of `odd` is column 2 k + 1.
struct TwoPhaseRow {
  const std::uint32_t *even_above, *odd_above;
  std::uint32_t *even, *odd;
};

/// Fills one row of pixel sums and one of squared pixel sums, from the pixels of the row above. Processes
/// whole registers only and returns how many pixels it has done. The first column must be set already.
std::size_t add_row(const std::uint8_t* pixels, std::size_t count, const Row& sum, const Row& squared);
/// The same in tables with two phases. Processes an even number of pixels.
std::size_t add_two_phase_row(const std::uint8_t* pixels, std::size_t count, const TwoPhaseRow& sum,
                              const TwoPhaseRow& squared);

/// The lower 16 bits of entries.
void halve(const std::uint32_t* entries, std::size_t count, std::int16_t* halves);

}  // namespace ocelli::internal::integral_kernel
