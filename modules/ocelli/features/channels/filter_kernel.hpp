#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// The vector code of FilteredChannels (internal). Written once with Highway, compiled for every instruction set, chosen at run time.
namespace ocelli::filter_kernel {

/// How far filters reach to each side, in cells.
constexpr std::size_t kReach = 4;
/// Entries behind a row that vector code may read and write.
constexpr std::size_t kPadding = 64;
constexpr std::size_t kFilters = 6;

/// Row y - 4 to row y + 4 of a plane. Each has kReach cells before the first and kReach + kPadding behind the last.
using Rows = std::array<const std::uint8_t*, 2 * kReach + 1>;
/// A row of each filter's results, with kPadding entries behind it.
using FilteredRows = std::array<std::uint8_t*, kFilters>;

/// Entries of working memory for rows of that width.
constexpr std::size_t working_entries(std::size_t width) { return 5 * (width + 2 * kReach + kPadding); }

/// All filters at each cell of row y, in the order of FilteredChannels.
void filter_row(const Rows& rows, std::size_t width, std::int16_t* working, const FilteredRows& filtered);

}  // namespace ocelli::filter_kernel
