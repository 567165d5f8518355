#include "ocelli/baselines/algorithms/baseline_algorithms.hpp"
#include "verb.hpp"

/// The program `ocelli` with the baselines among its algorithms: the same verbs, the same options.
int main(int count, char** words) {
  ocelli::internal::baselines::add_baselines();
  return ocelli::internal::app::run_program({words, words + count});
}
