#pragma once

#include <cstddef>
#include <cstdint>

/// Rows of integral tables (internal). Written once with Highway, compiled for every instruction set, chosen
/// at run time.
namespace ocelli::internal::integral_kernel {

/// A row of a table of one phase and the one above it, from column 1 on.
struct Row {
  const std::uint32_t* above;
  std::uint32_t* here;
};

/// What the rows of two phases begin with: entry k of `even` is column 2 k, of `odd` column 2 k + 1, of a row
/// and of the one above it.
struct TwoPhaseRow {
  const std::uint32_t *even_above, *odd_above;
  std::uint32_t *even, *odd;
};

/// Fills a row of the sums of pixels and one of the sums of squared pixels from the pixels of the row above
/// it. Takes whole registers alone: returns how many pixels it has done from the first on. The first column
/// must have been set.
std::size_t add_row(const std::uint8_t* pixels, std::size_t count, const Row& sum, const Row& squared);
/// The same in tables of two phases; an even number of pixels.
std::size_t add_two_phase_row(const std::uint8_t* pixels, std::size_t count, const TwoPhaseRow& sum,
                              const TwoPhaseRow& squared);

/// The lower 16 bits of entries.
void halve(const std::uint32_t* entries, std::size_t count, std::int16_t* halves);

}  // namespace ocelli::internal::integral_kernel
