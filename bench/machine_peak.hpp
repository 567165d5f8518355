#pragma once

namespace ocelli::bench {

/// What this machine can do at best, all threads together.
struct MachinePeak {
  double multiply_adds = 0;  ///< of floats, a second, on registers alone
  double read_bytes = 0;     ///< a second, from memory that no cache holds
};

/// Measures both for about a second each; the best of several tries. Memory: 1 GiB.
MachinePeak measure_peak();

}  // namespace ocelli::bench
