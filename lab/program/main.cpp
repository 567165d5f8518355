#include "ocelli/baselines/algorithms/baseline_algorithms.hpp"
#include "ocelli/core/option_lookup.hpp"
#include "verb.hpp"

/// The program `ocelli` with the baselines as additional algorithms and the constants of all methods as
/// additional options.
int main(int count, char** words) {
  ocelli::internal::baselines::add_baselines();
  ocelli::internal::offer_constants();
  return ocelli::internal::app::run_program({words, words + count});
}
