#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// The vector code that finds thresholds for many functions at once. Written once with Highway, compiled for
/// every instruction set, chosen at run time.
namespace ocelli::internal::row_histogram {

/// sums[bytes[p] * width + d] += rows[p * width + d] for every p and d < width, p ascending.
/// Cost  one addition per number; rows are read once.
void add_rows(std::span<const std::uint8_t> bytes, const float* rows, std::size_t width, float* sums);

}  // namespace ocelli::internal::row_histogram
