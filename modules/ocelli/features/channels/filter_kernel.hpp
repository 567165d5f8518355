#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// The vector code of FilteredChannels (internal). Written once with Highway, compiled for every instruction
/// set, chosen at run time.
namespace ocelli::internal::filter_kernel {

/// How far filters reach to each side, in cells.
constexpr std::size_t kReach = 4;
/// Vector code may read and write this many entries past the end.
constexpr std::size_t kPadding = 64;
constexpr std::size_t kFilters = 6;

/// Row y - 4 to row y + 4 of a plane.
using Rows = std::array<const std::uint8_t*, 2 * kReach + 1>;

/// Vertical sums and differences around a row.
struct RowSums {
  std::int16_t *three, *five, *nine;     ///< of rows -1 to 1, -2 to 2 and -4 to 4
  std::int16_t *below_two, *below_four;  ///< the two and the four rows below, minus those above
};

/// Computes the sums for `count` columns, each column independently.
void add_up_rows(const Rows& rows, std::size_t count, const RowSums& sums);

/// The sums of all rows of a plane that have results, with kReach more columns on each side. If only every
/// second column has results, the even columns come first, starting at -4, then the odd ones, starting at -3.
struct PlaneSums {
  RowSums first;
  std::size_t stride;         ///< entries between rows
  std::size_t columns, rows;  ///< columns and rows with results
  bool every_second;          ///< whether only every second column has results, starting with the first
};

/// Writes all filters, one after the other, at each column and row with results: kFilters * columns * rows
/// bytes.
void filter_plane(const PlaneSums& sums, std::uint8_t* out);

}  // namespace ocelli::internal::filter_kernel
