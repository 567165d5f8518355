#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// The vector code of GradientChannels (internal). Written once with Highway, compiled for every instruction
/// set, chosen at run time.
namespace ocelli::internal::gradient_kernel {

/// Entries behind a row that vector code may read and write.
constexpr std::size_t kPadding = 64;

/// Sum and sum of squares of up to 65,536 pixels.
struct Moments {
  std::uint32_t sum = 0, squares = 0;
};

Moments moments(const std::uint8_t* pixels, std::size_t count);

/// Sums over the rows of cells, column by column, each with kPadding entries behind it.
struct ColumnSums {
  std::array<std::uint32_t*, 2> gray, magnitude;  ///< of rows 0 and 1, and of rows 2 and 3
  std::array<std::uint32_t*, 6> orientations;     ///< magnitudes in each direction, of all four rows
};

/// Sums up four rows of pixels. `rows`: the row above them, the four and the one below. Each has a pixel
/// before the first and kPadding behind the last.
void sum_columns(const std::array<const std::uint8_t*, 6>& rows, std::size_t width, const ColumnSums& sums);

/// Writes the sums of cells of 2 or of 4 columns each, without their lowest `shift` bits, a byte each: 255
/// where they are greater.
/// Requires  kPadding entries behind the columns.
void write_cells(const std::uint32_t* columns, std::size_t side, int shift, std::size_t count,
                 std::uint8_t* cells);

}  // namespace ocelli::internal::gradient_kernel
