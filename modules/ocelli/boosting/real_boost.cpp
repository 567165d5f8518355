#include "ocelli/boosting/real_boost.hpp"

#include <cmath>

#include "ocelli/core/error.hpp"

namespace ocelli {

void BoostOptions::validate() const {
  require(std::isfinite(smoothing) && smoothing > 0, Kind::usage, "smoothing must be positive");
  require(weight_share > 0 && weight_share <= 1, Kind::usage,
          "the weight share must lie above 0 and at most 1");
}

void real_boost_step(Ensemble& ensemble, const BoostOptions& options) {
  const double mean_weight = 1.0 / static_cast<double>(ensemble.samples().responses.samples());
  ensemble.add(best_histogram_stump(ensemble.samples(), ensemble.weights(), options.smoothing * mean_weight,
                                    options.weight_share, options.joint));
}

}  // namespace ocelli
