#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// The vector code of GradientChannels (internal). Written once with Highway, compiled for every instruction
/// set, chosen at run time.
namespace ocelli::internal::gradient_kernel {

/// Vector code may read and write this many entries past the end of a row.
constexpr std::size_t kPadding = 64;

/// Sum and sum of squares of up to 65,536 pixels.
struct Moments {
  std::uint32_t sum = 0, squares = 0;
};

Moments moments(const std::uint8_t* pixels, std::size_t count);

/// Sums over the rows of cells, column by column, each followed by kPadding entries.
struct ColumnSums {
  std::array<std::uint32_t*, 2> gray, magnitude;  ///< of rows 0 and 1, and of rows 2 and 3
  std::array<std::uint32_t*, 6> orientations;     ///< magnitudes in each direction, of all four rows
};

/// Sums four rows of pixels. `rows` are the row above them, the four rows and the row below. Each has one
/// pixel before the first and kPadding after the last.
void sum_columns(const std::array<const std::uint8_t*, 6>& rows, std::size_t width, const ColumnSums& sums);

/// Writes the sums of cells of 2 or 4 columns, shifted right by `shift` bits and clamped to 255, one byte
/// each.
/// Requires  kPadding entries after the columns.
void write_cells(const std::uint32_t* columns, std::size_t side, int shift, std::size_t count,
                 std::uint8_t* cells);

}  // namespace ocelli::internal::gradient_kernel
