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

/// Where a boosting stands after a round.
struct CurvePoint {
  double error = 0;           ///< of the test part, per cent
  double seconds = 0;         ///< of the processor, since the start
  double solver_seconds = 0;  ///< of them, those of the solver of the master problem
};

/// A point for each round.
using Curve = std::vector<CurvePoint>;

/// A boosting of stumps as the experiments run it.
struct BoostingMethod {
  using Run =
      std::function<void(const StumpSamples& samples, std::size_t rounds, double c,
                         const StumpBoostWatcher& watch, std::stop_token stop, double& solver_seconds)>;

  std::string name;
  bool chooses_c = false;   ///< C is chosen for each data set
  double most_seconds = 0;  ///< of the processor; it stops there, and the finished rounds count
  Run run;
};

/// MultiBoost-cw (CW), its stage-wise variant (CW-1), MultiBoost, AdaBoost.ECC, .MH and .MO. Draws come from
/// `seed`.
std::vector<BoostingMethod> boosting_methods(std::uint64_t seed);

/// Learns from the training part, and measures on the test part after each round.
Curve run_boosting(const BoostingMethod& method, const Parts& parts, std::size_t rounds, double c);

/// Of 10^2 to 10^5 the C whose errors on a fifth of the training samples, kept from learning, are the fewest.
double choose_c(const BoostingMethod& method, const Samples& training, std::size_t rounds);

}  // namespace ocelli::internal::bench
