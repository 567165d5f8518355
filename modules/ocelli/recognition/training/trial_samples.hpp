#pragma once

#include <cstddef>
#include <cstdint>

#include "ocelli/boosting/pools/pool_labels.hpp"
#include "ocelli/samples/samples.hpp"

/// Samples for trials of learners, before the chosen learner trains on all samples.
namespace ocelli::internal {

/// Up to `max` samples, drawn at random, in random order.
Samples drawn(const Samples& samples, std::size_t max, std::uint64_t seed);

/// Training samples, followed by held-out samples in `all`.
struct TrialSamples {
  Samples learned, all;

  std::size_t measured() const { return all.count() - learned.count(); }
  /// The held-out samples.
  Samples rest() const;
  PoolLabels labels() const { return {all.labels, learned.count(), all.classes.size(), all.weights}; }
};

/// Holds out a random quarter of the samples, but no class as a whole.
TrialSamples trial_samples(const Samples& samples, std::uint64_t seed);

}  // namespace ocelli::internal
