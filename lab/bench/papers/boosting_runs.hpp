#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "../data_sets.hpp"
#include "ocelli/boosting/stumps/stump_votes.hpp"

namespace ocelli::internal::bench {

/// The state of a boosting after a round.
struct CurvePoint {
  double error = 0;           ///< on the test part, in percent
  double seconds = 0;         ///< of processor time, since the start
  double solver_seconds = 0;  ///< the part of them in the solver of the master problem
};

/// A point for each round.
using Curve = std::vector<CurvePoint>;

/// A boosting of stumps as used in the experiments.
struct BoostingMethod {
  using Run =
      std::function<void(const StumpSamples& samples, std::size_t rounds, double c,
                         const StumpBoostWatcher& watch, std::stop_token stop, double& solver_seconds)>;

  std::string name;
  bool chooses_c = false;   ///< C is chosen for each data set
  double most_seconds = 0;  ///< of processor time; training stops there, and the finished rounds count
  Run run;
};

/// MultiBoost-cw (CW), its stagewise variant (CW-1), MultiBoost, AdaBoost.ECC, .MH and .MO. Random draws use
/// `seed`.
std::vector<BoostingMethod> boosting_methods(std::uint64_t seed);

/// Trains on the training part, and measures on the test part after each round.
Curve run_boosting(const BoostingMethod& method, const Parts& parts, std::size_t rounds, double c);

/// The C from 10^2 to 10^5 with the fewest errors on a held-out fifth of the training samples.
double choose_c(const BoostingMethod& method, const Samples& training, std::size_t rounds);

}  // namespace ocelli::internal::bench
