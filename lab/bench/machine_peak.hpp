#pragma once

namespace ocelli::internal::bench {

/// What this machine can do at best, all threads together where nothing else is said.
struct MachinePeak {
  double multiply_adds = 0;  ///< of floats, a second, on registers alone
  double read_bytes = 0;     ///< a second, from memory that no cache holds
  double loads = 0;          ///< of whole registers, from the nearest cache, in a second of one thread alone
  double lanes = 0;          ///< numbers of 32 bits in a register
};

/// Measures each for about a second; the best of several tries. Memory: 1 GiB.
MachinePeak measure_peak();

}  // namespace ocelli::internal::bench
