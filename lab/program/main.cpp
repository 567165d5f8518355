#include "ocelli/baselines/algorithms/baseline_algorithms.hpp"
#include "ocelli/core/option_lookup.hpp"
#include "verb.hpp"

/// The program `ocelli` with the baselines among its algorithms, and with the constants of all methods among
/// its options.
int main(int count, char** words) {
  ocelli::internal::baselines::add_baselines();
  ocelli::internal::offer_constants();
  return ocelli::internal::app::run_program({words, words + count});
}
