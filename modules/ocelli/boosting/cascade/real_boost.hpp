#pragma once

#include <cstddef>
#include <vector>

#include "ocelli/boosting/cascade/ensemble.hpp"

namespace ocelli::internal {

/// Options for learning weak classifiers.
struct BoostOptions {
  /// Added to each bin's weight of each class, as a multiple of a sample's mean weight (Schapire and Singer
  /// 1999 use 1/2). It keeps votes finite in bins where a class is absent.
  double smoothing = 1.0;

  /// Features are compared on the heaviest samples with this share of the total weight. 1 uses all samples.
  double weight_trimming = 1.0;

  /// The share of each class's samples to cap at the weight of the heaviest remaining sample. Without a cap
  /// (0), the exponential loss spends its weak classifiers on a few mislabeled or atypical samples.
  double weight_capping = 0;

  /// Whether each weak classifier uses two features jointly.
  bool joint = false;

  void validate() const;
};

/// The ensemble's weights with the outliers' weights capped, normalized to sum to 1.
std::vector<float> held_back(const Ensemble& ensemble, double weight_capping);

/// One forward step of RealBoost (floatboost fig. 1, step 2). Adds the weak classifier that lowers the
/// exponential loss most, then reweights the samples. The loss never rises, apart from smoothing. RealBoost
/// repeats this step.
void real_boost_step(Ensemble& ensemble, const BoostOptions& options);

}  // namespace ocelli::internal
