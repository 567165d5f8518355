#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// The vector code of FilteredChannels (internal). Written once with Highway, compiled for every instruction
/// set, chosen at run time.
namespace ocelli::internal::filter_kernel {

/// How far filters reach to each side, in cells.
constexpr std::size_t kReach = 4;
/// Entries behind what is read or written that vector code may read and write as well.
constexpr std::size_t kPadding = 64;
constexpr std::size_t kFilters = 6;

/// Row y - 4 to row y + 4 of a plane.
using Rows = std::array<const std::uint8_t*, 2 * kReach + 1>;

/// Sums and differences of the rows around a row.
struct RowSums {
  std::int16_t *three, *five, *nine;     ///< of rows -1 to 1, -2 to 2 and -4 to 4
  std::int16_t *below_two, *below_four;  ///< the two and the four rows below, less those above
};

/// The sums of so many entries of each row, each by itself.
void add_up_rows(const Rows& rows, std::size_t count, const RowSums& sums);

/// The sums of all rows of a plane that have results, with kReach columns more on each side. Where every
/// second column has results, the even columns come first, from -4 on, then the odd ones, from -3 on.
struct PlaneSums {
  RowSums first;
  std::size_t stride;         ///< entries from a row to the next
  std::size_t columns, rows;  ///< that have results
  bool every_second;          ///< column, beginning with the first
};

/// All filters, one after the other, at each column and row that have results: kFilters * columns * rows
/// bytes.
void filter_plane(const PlaneSums& sums, std::uint8_t* out);

}  // namespace ocelli::internal::filter_kernel
