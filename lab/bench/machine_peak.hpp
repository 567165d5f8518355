#pragma once

namespace ocelli::internal::bench {

/// The peak performance of the machine, with all threads unless noted otherwise.
struct MachinePeak {
  double multiply_adds = 0;  ///< of floats, per second, on registers only
  double read_bytes = 0;     ///< per second, from memory beyond any cache
  double loads = 0;          ///< of full registers, from the nearest cache, per second on a single thread
  double lanes = 0;          ///< 32-bit numbers in a register
};

/// Measures each for about a second and returns the best of several tries.
/// Memory  1 GiB.
MachinePeak measure_peak();

}  // namespace ocelli::internal::bench
