#pragma once

#include <cstddef>
#include <vector>

#include "ocelli/boosting/cascade/ensemble.hpp"

namespace ocelli::internal {

/// How weak classifiers are learned.
struct BoostOptions {
  /// Added to each bin's weight of each class, as a multiple of the mean weight of a sample (Schapire and
  /// Singer 1999 use 1/2): keeps votes finite in bins where a class is absent.
  double smoothing = 1.0;

  /// Features are compared on the heaviest samples that hold this share of all weight; 1 takes all.
  double weight_trimming = 1.0;

  /// Share of each class's samples that weigh no more than the heaviest of the others. The exponential loss
  /// would spend all of its weak classifiers on a few samples that are marked wrongly or unlike all others; 0
  /// lets it.
  double weight_capping = 0;

  /// Whether each weak classifier uses two features jointly.
  bool joint = false;

  void validate() const;
};

/// The ensemble's weights with those of outliers held back, summing to 1.
std::vector<float> held_back(const Ensemble& ensemble, double weight_capping);

/// One forward step of RealBoost (floatboost fig. 1, step 2): the weak classifier that lowers the exponential
/// loss most is added to the ensemble and the samples are reweighted. The loss never rises, smoothing aside.
/// Repeating it is RealBoost.
void real_boost_step(Ensemble& ensemble, const BoostOptions& options);

}  // namespace ocelli::internal
