#pragma once

#include <cstddef>
#include <cstdint>

/// The vector code of orientation features (internal). Written once with Highway, compiled for every
/// instruction set, chosen at run time.
namespace ocelli::internal::orientation_kernel {

/// A direction in the image, y down: a vector of integers.
struct Direction {
  std::int16_t x = 0, y = 0;
};

/// For each of `count` gradients, the amount along a direction between its two neighboring directions:
///
///   out = max(0, min(before x gradient, gradient x after))          (x: the cross product)
///
/// For a gradient between two neighboring directions, this is its coordinate along either of them, times
/// their cross product.
/// Requires  |gradient| times the neighbors' length < 2^15, so that every product fits into 16 bits.
/// Cost      four 16-bit products per gradient.
void parts_along(const std::int16_t* dx, const std::int16_t* dy, std::size_t count, Direction before,
                 Direction after, std::int16_t* out);

}  // namespace ocelli::internal::orientation_kernel
