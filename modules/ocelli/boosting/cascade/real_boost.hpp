#pragma once

#include <cstddef>
#include <vector>

#include "ocelli/boosting/cascade/ensemble.hpp"

namespace ocelli {

/// How weak classifiers are learned.
struct BoostOptions {
  /// Added to each bin's weight of each class, as a multiple of the mean weight of a sample (Schapire and
  /// Singer 1999 use 1/2): keeps votes finite in bins where a class is absent.
  double smoothing = 1.0;

  /// Weight trimming: features are compared on the heaviest samples with this share of the total weight; 1 uses all.
  double weight_share = 1.0;

  /// Weight capping: share of each class's samples whose weight is capped to the largest of the others. Otherwise the
  /// exponential loss would spend its weak classifiers on a few mislabelled or atypical samples; 0 turns it off.
  double outliers = 0;

  /// Whether each weak classifier uses two features jointly.
  bool joint = false;

  void validate() const;
};

/// The ensemble's weights after weight capping, summing to 1.
std::vector<float> held_back(const Ensemble& ensemble, double outliers);

/// One forward step of RealBoost (floatboost fig. 1, step 2): the weak classifier that lowers the exponential loss most
/// is added to the ensemble and the samples are reweighted. The loss never rises, smoothing aside. Repeating it
/// is RealBoost.
void real_boost_step(Ensemble& ensemble, const BoostOptions& options);

}  // namespace ocelli
